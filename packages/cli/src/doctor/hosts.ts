import { exit, hostRemedy, silentRemedy } from '../exit.ts';
import { isLoopback } from '../where.ts';
import { fault, ok, warning, type Finding } from './finding.ts';

const limitMs = 5000;
const skewSeconds = 30;
const excerptLength = 300;

/** Readiness, clock, TLS, and that pages can call. */
export async function checkHost(
  host: string,
  address: string,
  origin: string | undefined,
): Promise<Finding[]> {
  const url = `${address.replace(/\/v1\/?$/, '')}/readyz`;
  const answer = await ask(url);
  if (answer instanceof Error) {
    const remedy = answer instanceof Silence ? silentRemedy : hostRemedy;
    return [fault(host, `${url}: ${answer.message}`, remedy, exit.unavailable)];
  }
  return [
    readiness(host, url, answer),
    ...clock(host, answer),
    ...encryption(host, address),
    ...(origin === undefined ? [] : [await pages(host, address, origin)]),
  ];
}

function readiness(check: string, url: string, answer: Answer): Finding {
  if (answer.ok) return ok(check, `${url} is ready`);
  const detail = `${url} answers ${answer.status}: ${answer.text.slice(0, excerptLength)}`;
  return fault(check, detail, 'Check what the answer names, and the log of the host.', exit.unavailable);
}

function clock(host: string, { headers }: Answer): Finding[] {
  const skew = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) / 1000;
  if (!(skew > skewSeconds)) return [];
  const detail = `${Math.round(skew)} s apart from this machine's`;
  return [warning(`clock of the ${host}`, detail, 'Set both by NTP: tokens and webhooks carry a time.')];
}

function encryption(host: string, address: string): Finding[] {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  return [
    warning(
      `address of the ${host}`,
      `${address} has no TLS: keys and records can be read on the way, and https pages cannot call it`,
      'Put a proxy with a certificate before it, and set its address as PUBLIC_MANAGEMENT_URL and PUBLIC_WRITE_URL.',
    ),
  ];
}

async function pages(host: string, address: string, origin: string): Promise<Finding> {
  const check = `pages at the ${host}`;
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-api-key',
  };
  const answer = await ask(`${address}/projects`, { method: 'OPTIONS', headers });
  const allowed = answer instanceof Error ? undefined : answer.headers.get('access-control-allow-origin');
  if (allowed === origin) return ok(check, `pages of ${origin} may call it`);
  const remedy = `Add ${origin} to CORS_ORIGINS of every service, and start them again.`;
  return fault(check, `browsers let no page of ${origin} call ${address}`, remedy, exit.configuration);
}

/** Links in answers must lead to the service. */
export async function checkLinks(address: string): Promise<Finding[]> {
  const check = 'public address';
  const answer = await ask(`${address}/`);
  const type = answer instanceof Error ? undefined : typeIn(answer.text);
  if (type === undefined) return [];
  const page = await ask(type);
  if (!(page instanceof Error) && page.ok) return [ok(check, `${new URL(type).origin} leads to the service`)];
  const why = page instanceof Error ? page.message : page.status;
  return [
    warning(
      check,
      `links in answers lead to ${type}, where nothing answers: ${why}`,
      'Set PUBLIC_MANAGEMENT_URL to the address at which browsers and callers reach the management host.',
    ),
  ];
}

type Answer = Pick<Response, 'ok' | 'status' | 'headers'> & { text: string };

class Silence extends Error {}

async function ask(url: string, request: RequestInit = {}): Promise<Answer | Error> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const answer = await fetch(url, { ...request, signal: limit });
    const { status, headers } = answer;
    return { ok: answer.ok, status, headers, text: await answer.text() };
  } catch (error) {
    if (limit.aborted) return new Silence(`no answer within ${limitMs / 1000} s`);
    const { message, cause } = error as Error;
    return new Error(cause instanceof Error ? cause.message || message : message);
  }
}

/** The `type` of a problem leads to the service. */
const typeIn = (text: string): string | undefined => {
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    return typeof type === 'string' && URL.canParse(type) ? type : undefined;
  } catch {
    return undefined;
  }
};
