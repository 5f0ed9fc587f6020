import { createWrit, WritProblem, type Writ } from '@writ/sdk';
import type { Asked } from './asked.ts';
import { askHost } from './asking.ts';

/** An answer that takes longer is told as a fault; the next look comes soon anyway. */
const limits = { attemptMs: 15_000, totalMs: 15_000 };

/** For what the host itself takes long over: what it counts, what it sends while somebody waits. */
export const longLimits = { attemptMs: 40_000, totalMs: 40_000 };

const clients = new Map<string, Writ>();

/** The client of a project, by whoever is signed in; without a project for what belongs to none. */
export function writOf(project = ''): Writ {
  const made =
    clients.get(project) ??
    createWrit({ session: true, project, ...hosts(), ...limits, runtime: { fetch: takeOrFetch } });
  clients.set(project, made);
  return made;
}

let asked: Asked = new Map();

/** What was asked while these scripts were loaded is taken, once, instead of being asked again. */
export function takeAsked(early: Asked): void {
  asked = early;
}

const takeOrFetch: typeof fetch = (address, request) => {
  // What changes something may change who is signed in and what they see.
  if (request?.method !== 'GET') asked.clear();
  const answer = typeof address === 'string' ? asked.get(address) : undefined;
  if (!answer) return askHost(address, request);
  asked.delete(address as string);
  return answer;
};

/** The console asks the host that serves it, and writes nothing itself. */
const hosts = () => {
  const managementUrl = `${location.origin}/v1`;
  return { managementUrl, writeUrl: managementUrl };
};

/** Whether a fault says that nobody is signed in. */
export const isSignedOut = (fault: unknown): boolean => fault instanceof WritProblem && fault.status === 401;

/** The first page of what comes in pages, or the one that a token leads to. */
export async function pageOf<Page>(
  list: { pages: (pageToken?: string) => AsyncIterable<Page> },
  pageToken?: string,
): Promise<Page> {
  for await (const page of list.pages(pageToken)) return page;
  throw new Error('A list has at least one page.');
}
