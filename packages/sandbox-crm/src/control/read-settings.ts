import type { AccountSettings } from '../accounts/settings.ts';
import { isObject } from '../server/json.ts';
import { checker } from './checker.ts';
import type { Checker, Issue } from './checker.ts';

export type ReadSettings =
  { ok: true; settings: Partial<AccountSettings> } | { ok: false; issues: readonly Issue[] };

const quotas = ['quota', 'searchQuota', 'longRunning'];
const members = ['latencyMs', 'dailyLimit', 'tokenLifetimeMs', 'rotateRefreshTokens', ...quotas];

/** The longest delay that Node's timers know. */
const longestMs = 2 ** 31 - 1;

/** Reads the body of `PUT /_sandbox/settings/…`; members left out keep their values. */
export function readSettings(body: unknown): ReadSettings {
  const check = checker();
  if (!isObject(body)) return { ok: false, issues: [{ name: '', message: 'must be an object' }] };
  check.onlyMembers('', body, members);
  if ('latencyMs' in body) check.integer('/latencyMs', body['latencyMs'], 0, longestMs);
  if ('tokenLifetimeMs' in body) check.integer('/tokenLifetimeMs', body['tokenLifetimeMs'], 1);
  if (typeof (body['dailyLimit'] ?? null) === 'number') check.integer('/dailyLimit', body['dailyLimit'], 0);
  else if ((body['dailyLimit'] ?? null) !== null) check.complain('/dailyLimit', 'must be an integer or null');
  if ('rotateRefreshTokens' in body && typeof body['rotateRefreshTokens'] !== 'boolean') {
    check.complain('/rotateRefreshTokens', 'must be true or false');
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
