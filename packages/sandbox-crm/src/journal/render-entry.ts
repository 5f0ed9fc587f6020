import { parseJson } from '../json.ts';
import type { KeptRequest } from './journal.ts';

/** One request as the journal shows it (Contract §8). No token or secret is ever in it. */
export type JournalEntry = ReturnType<typeof renderEntry>;

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);
const secretFields = new Set([
  'client_secret',
  'refresh_token',
  'access_token',
  'code',
  'code_verifier',
  'state',
]);
const secretParameter = new RegExp(`(^|&)(${[...secretFields].join('|')})=[^&]*`, 'g');
const hidden = '[hidden]';

export function renderEntry(kept: KeptRequest) {
  return {
    seq: kept.seq,
    at: new Date(kept.atMs).toISOString(),
    provider: kept.provider,
    ...(kept.account !== undefined && { account: kept.account }),
    method: kept.method,
    path: kept.path,
    ...(kept.query !== '' && { query: kept.query.replace(secretParameter, `$1$2=${hidden}`) }),
    headers: renderHeaders(kept.headers),
    ...(kept.body !== '' && { body: renderBody(kept) }),
    ...(kept.status !== undefined && { status: kept.status }),
    ...(kept.tookMs !== undefined && { ms: Math.round(kept.tookMs * 1000) / 1000 }),
    effects: kept.effects,
    ...(kept.fault !== undefined && { fault: kept.fault }),
  };
}

function renderHeaders(headers: KeptRequest['headers']): Record<string, string | string[]> {
  const shown: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !secretHeaders.has(name)) shown[name] = value;
  }
  return shown;
}

function renderBody({ headers, body }: KeptRequest): unknown {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true) {
    return Object.fromEntries(renderForm(body));
  }
  const parsed = parseJson(body);
  return parsed.ok ? parsed.value : body;
}

function renderForm(text: string): URLSearchParams {
  const form = new URLSearchParams(text);
  for (const name of new Set(form.keys())) if (secretFields.has(name)) form.set(name, hidden);
  return form;
}
