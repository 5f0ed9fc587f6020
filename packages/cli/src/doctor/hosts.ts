import { exit, hostRemedy, silentRemedy } from '../exit.ts';
import type { Finding } from './finding.ts';

const limitMs = 5000;
const skewSeconds = 30;
const excerptLength = 300;

/** Whether a host and what it stands on are there, its clock is ours, and callers elsewhere can use its address. */
export async function lookAtHost(
  host: string,
  address: string,
  origin: string | undefined,
): Promise<Finding[]> {
  const url = `${address.replace(/\/v1\/?$/, '')}/readyz`;
  const answer = await ask(url);
  if (answer instanceof Error)
    return [
      {
        check: host,
        level: 'fault',
        detail: `${url}: ${answer.message}`,
        remedy: answer instanceof Silence ? silentRemedy : hostRemedy,
        code: exit.unavailable,
      },
    ];
  return [
    readiness(host, url, answer),
    ...clock(host, answer),
    ...encryption(host, address),
    ...(origin === undefined ? [] : [await pages(host, address, origin)]),
  ];
}

function readiness(check: string, url: string, { ok, status, text }: Answer): Finding {
  if (ok) return { check, level: 'ok', detail: `${url} is ready` };
  const remedy = 'Look at what the answer names, and at the log of the host.';
  const detail = `${url} answers ${status}: ${text.slice(0, excerptLength)}`;
  return { check, level: 'fault', detail, remedy, code: exit.unavailable };
}

function clock(host: string, { headers }: Answer): Finding[] {
  const skew = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) / 1000;
  if (!(skew > skewSeconds)) return [];
  return [
    {
      check: `clock of the ${host}`,
      level: 'warning',
      detail: `${Math.round(skew)} s apart from this machine's`,
      remedy: 'Set both by NTP: tokens and webhooks are judged by their time.',
    },
  ];
}

/** On this machine alone nobody listens in. */
function encryption(host: string, address: string): Finding[] {
  const { protocol, hostname } = new URL(address);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || isHere) return [];
  return [
    {
      check: `address of the ${host}`,
      level: 'warning',
      detail: `${address} has no TLS: keys and records can be read on their way, and pages by https cannot call it`,
      remedy:
        'Put a proxy with a certificate before it, and name its address in PUBLIC_MANAGEMENT_URL and PUBLIC_WRITE_URL.',
    },
  ];
}

/** What a browser asks before a page may call the host. */
async function pages(host: string, address: string, origin: string): Promise<Finding> {
  const check = `pages at the ${host}`;
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-api-key',
  };
  const answer = await ask(`${address}/projects`, { method: 'OPTIONS', headers });
  const allowed = answer instanceof Error ? undefined : answer.headers.get('access-control-allow-origin');
  if (allowed === origin) return { check, level: 'ok', detail: `pages of ${origin} may call it` };
  return {
    check,
    level: 'fault',
    detail: `a browser lets no page of ${origin} call ${address}`,
    remedy: `Add ${origin} to CORS_ORIGINS of every service, and start them again.`,
    code: exit.configuration,
  };
}

/** Where links in answers lead: the address that the service takes for its own, as those who follow them see it. */
export async function lookAtLinks(address: string): Promise<Finding[]> {
  const check = 'public address';
  const answer = await ask(`${address}/`);
  const type = answer instanceof Error ? undefined : typeIn(answer.text);
  if (type === undefined) return [];
  const page = await ask(type);
  if (!(page instanceof Error) && page.ok)
    return [{ check, level: 'ok', detail: `${new URL(type).origin} leads to the service` }];
  return [
    {
      check,
      level: 'warning',
      detail: `links in answers lead to ${type}, where nothing answers: ${page instanceof Error ? page.message : page.status}`,
      remedy:
        'Set PUBLIC_MANAGEMENT_URL to the address at which browsers and callers reach the management host.',
    },
  ];
}

type Answer = Pick<Response, 'ok' | 'status' | 'headers'> & { text: string };

/** Something listens, and says nothing. */
class Silence extends Error {}

/** An answer, whatever its status; an error where there is none. */
async function ask(url: string, request: RequestInit = {}): Promise<Answer | Error> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const answer = await fetch(url, { ...request, signal: limit });
    const { ok, status, headers } = answer;
    return { ok, status, headers, text: await answer.text() };
  } catch (fault) {
    if (limit.aborted) return new Silence(`no answer within ${limitMs / 1000} s`);
    const { message, cause } = fault as Error;
    return new Error(cause instanceof Error ? cause.message || message : message);
  }
}

const typeIn = (text: string): string | undefined => {
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    return typeof type === 'string' && URL.canParse(type) ? type : undefined;
  } catch {
    return undefined;
  }
};
