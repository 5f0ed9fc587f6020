import { createWrit, WritProblem, type Writ } from '@writ/sdk';
import { askHost } from './asking.ts';

/** Requests sent before the scripts that need them had loaded, by address. Each answer is taken once. */
export type Asked = Map<string, Promise<Response>>;

const limits = { attemptMs: 15_000, totalMs: 15_000 };

/** For slow requests: counting, and sending while the caller waits. */
export const longLimits = { attemptMs: 40_000, totalMs: 40_000 };

const clients = new Map<string, Writ>();

/** The client of a project for the current session; without a project for what belongs to none. */
export function writOf(project = ''): Writ {
  const managementUrl = `${location.origin}/v1`;
  const made =
    clients.get(project) ??
    createWrit({
      session: true,
      project,
      managementUrl,
      writeUrl: managementUrl,
      ...limits,
      runtime: { fetch: takeOrFetch },
    });
  clients.set(project, made);
  return made;
}

let asked: Asked = new Map();

export function takeAsked(early: Asked): void {
  asked = early;
}

const takeOrFetch: typeof fetch = (address, request) => {
  // A change may change the session, and with it what may be read.
  if (request?.method !== 'GET') asked.clear();
  const answer = typeof address === 'string' ? asked.get(address) : undefined;
  if (!answer) return askHost(address, request);
  asked.delete(address as string);
  return answer;
};

export const isSignedOut = (fault: unknown): boolean => fault instanceof WritProblem && fault.status === 401;

export const isMissing = (fault: unknown): fault is WritProblem =>
  fault instanceof WritProblem && fault.status === 404;

/** For `catch`: a missing thing is no error. */
export function nullIfMissing(fault: unknown): null {
  if (isMissing(fault)) return null;
  throw fault;
}

/** The first page, or the page of a token. */
export async function pageOf<Page>(
  list: { pages: (pageToken?: string) => AsyncIterable<Page> },
  pageToken?: string,
): Promise<Page> {
  for await (const page of list.pages(pageToken)) return page;
  throw new Error('A list has at least one page.');
}
