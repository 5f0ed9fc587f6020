import { earlyFaults, lateFaults } from '../faults/fault.ts';
import type { Fault } from '../faults/fault.ts';
import { isProvider, providerNames } from '../provider-name.ts';
import { isObject } from '../json.ts';
import { checker } from './checker.ts';
import type { Checker, Issue } from './checker.ts';

export type ReadFault = { ok: true; fault: Fault } | { ok: false; issues: readonly Issue[] };

const names: readonly string[] = [...earlyFaults, ...lateFaults];

/** Reads the body of `POST /_sandbox/faults`. */
export function readFault(body: unknown): ReadFault {
  const check = checker();
  if (!isObject(body)) return { ok: false, issues: [{ name: '', message: 'must be an object' }] };
  check.onlyMembers('', body, ['provider', 'account', 'match', 'times', 'then']);
  if (!isProvider(body['provider'])) check.complain('/provider', `must be ${providerNames.join(' or ')}`);
  check.optionalText('/account', body['account']);
  if (body['times'] !== undefined) check.integer('/times', body['times'], 1);
  checkMatch(check, body['match']);
  checkThen(check, body['then']);
  // What was checked above is what the type says.
  return check.issues.length === 0 ? { ok: true, fault: body as Fault } : { ok: false, issues: check.issues };
}

function checkMatch(check: Checker, match: unknown): void {
  check.optionalObject('/match', match);
  if (!isObject(match)) return;
  check.onlyMembers('/match', match, ['method', 'path', 'record']);
  check.optionalText('/match/method', match['method']);
  check.optionalText('/match/path', match['path']);
  check.optionalObject('/match/record', match['record']);
}

function checkThen(check: Checker, then: unknown): void {
  if (typeof then === 'string' && names.includes(then)) return;
  if (!isObject(then)) {
    check.complain(
      '/then',
      `must be one of ${names.join(', ')}, or {status, headers?, body?, commit?}, or {cut: bytes}, or {item: {code, message, status?, more?, ofAll?}}`,
    );
    return;
  }
  if ('item' in then) {
    checkItem(check, then['item']);
    return;
  }
  if ('cut' in then) {
    check.onlyMembers('/then', then, ['cut']);
    check.integer('/then/cut', then['cut'], 0);
    return;
  }
  check.onlyMembers('/then', then, ['status', 'headers', 'body', 'commit']);
  check.integer('/then/status', then['status'], 200, 599);
  if (!['boolean', 'undefined'].includes(typeof then['commit']))
    check.complain('/then/commit', 'must be true or false');
  check.optionalObject('/then/headers', then['headers']);
  for (const [name, value] of Object.entries(isObject(then['headers']) ? then['headers'] : {})) {
    check.optionalText(`/then/headers/${name}`, value);
  }
}

function checkItem(check: Checker, item: unknown): void {
  if (!isObject(item)) {
    check.complain('/then/item', 'must be an object');
    return;
  }
  check.onlyMembers('/then/item', item, ['code', 'message', 'status', 'more', 'ofAll']);
  check.optionalObject('/then/item/more', item['more']);
  if (!['boolean', 'undefined'].includes(typeof item['ofAll']))
    check.complain('/then/item/ofAll', 'must be true or false');
  for (const name of ['code', 'message']) {
    if (typeof item[name] !== 'string') check.complain(`/then/item/${name}`, 'must be a string');
  }
  if (item['status'] !== undefined) check.integer('/then/item/status', item['status'], 400, 599);
}
