import type { AccountSettings } from '../accounts/settings.ts';
import { isObject } from '../json.ts';
import { checker } from './checker.ts';
import type { Checker, Issue } from './checker.ts';

export type ReadSettings =
  { ok: true; settings: Partial<AccountSettings> } | { ok: false; issues: readonly Issue[] };

const quotas = ['quota', 'searchQuota', 'longRunning'];
const counts = ['dailyLimit', 'resultOrder'];
const flags = ['rotateRefreshTokens', 'traceResults'];
const members = ['latencyMs', 'tokenLifetimeMs', ...counts, ...flags, ...quotas];

/** The longest delay that Node's timers know. */
const longestMs = 2 ** 31 - 1;

/** Reads the body of `PUT /_sandbox/settings/…`; members left out keep their values. */
export function readSettings(body: unknown): ReadSettings {
  const check = checker();
  if (!isObject(body)) return { ok: false, issues: [{ name: '', message: 'must be an object' }] };
  check.onlyMembers('', body, members);
  if ('latencyMs' in body) check.integer('/latencyMs', body['latencyMs'], 0, longestMs);
  if ('tokenLifetimeMs' in body) check.integer('/tokenLifetimeMs', body['tokenLifetimeMs'], 1);
  for (const name of counts) {
    const count = body[name] ?? null;
    if (typeof count === 'number') check.integer(`/${name}`, count, 0);
    else if (count !== null) check.complain(`/${name}`, 'must be an integer or null');
  }
  for (const name of flags) {
    if (name in body && typeof body[name] !== 'boolean') check.complain(`/${name}`, 'must be true or false');
  }
  for (const name of quotas) checkQuota(check, name, body[name]);
  // What was checked above is what the type says.
  return check.issues.length === 0 ? { ok: true, settings: body } : { ok: false, issues: check.issues };
}

function checkQuota(check: Checker, name: string, quota: unknown): void {
  if (quota === undefined || quota === null) return;
  if (!isObject(quota)) {
    check.complain(`/${name}`, 'must be {limit, windowMs} or null');
    return;
  }
  check.onlyMembers(`/${name}`, quota, ['limit', 'windowMs']);
  check.integer(`/${name}/limit`, quota['limit'], 0);
  check.integer(`/${name}/windowMs`, quota['windowMs'], 1);
}
