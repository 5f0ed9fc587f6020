import { setTimeout as delay } from 'node:timers/promises';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Experiment } from '../experiment.ts';
import { ask } from '../ground/ask.ts';
import type { Management } from '../ground/start-management.ts';
import { hostilePosts } from './bodies/hostile-posts.ts';
import { heavyRequests } from './loop/heavy-requests.ts';
import { isProblem, rawRequest, type RawAnswer } from './raw-request.ts';

const mostWaitMs = 250;
/** Continuous looks would take the host's processor. */
const lookEveryMs = 10;
const largestMegabytes = 64;
const installations = '/projects/demo/integrations/demo-hubspot/installations';
const contacts = '/projects/demo/integrations/demo-hubspot/objects/contacts';

export const loop: Experiment = {
  summary: 'A3: the costliest requests to both hosts; waits of /livez',
  unit: 'times that each is sent',
  usualN: 3,
  run: async ({ ground, n, tell }) => {
    tell('Starting both hosts as one process.');
    const host = await ground.startManagement();
    const verdicts: Verdict[] = [];
    for (const sending of await sendingsTo(host, n)) {
      tell(sending.what);
      verdicts.push(...(await verdictsOf(host, sending, n)));
    }
    return verdicts;
  },
};

type Sending = {
  what: string;
  statuses: readonly number[];
  url: string;
  method: string;
  headers?: Record<string, string>;
  chunks: () => Iterable<Buffer>;
};

async function sendingsTo({ url, writeUrl, apiKey }: Management, n: number): Promise<Sending[]> {
  const found = await ask(`${url}${installations}?groupRef=acme`, { headers: { 'x-api-key': apiKey } });
  const [installation] = found.body as { id: string }[];
  // `bodies` judges their answers; waits need several runs.
  const hostile = n > 1 ? hostilePosts(largestMegabytes) : [];
  // A busy machine would take longer over more than the host lets a connection stand still.
  const integrationCount = n > 1 ? 9_500 : 2_000;
  return [
    ...heavyRequests(installation?.id ?? '', { integrationCount }).map(
      ({ host, path, body, ...request }) => ({
        ...request,
        url: (host === 'write' ? writeUrl : url) + path,
        chunks: () => (body ? [Buffer.from(JSON.stringify(body()))] : []),
      }),
    ),
    ...hostile.map((post) => ({ ...post, url: writeUrl + contacts, method: 'POST' })),
  ];
}

/** The answer must be right; if timed, the process must answer others meanwhile. */
async function verdictsOf(host: Management, sending: Sending, n: number): Promise<Verdict[]> {
  const { what, statuses, url, method, headers } = sending;
  // Prepared before: work in this process would look like a wait.
  const chunks = [...sending.chunks()];
  const answers: (RawAnswer | string)[] = [];
  let longestMs = 0;
  for (let at = 0; at < n; at += 1) {
    const { result, waitMs } = await longestWait(new URL('/livez', host.url), () =>
      rawRequest(url, {
        method,
        headers: { 'x-api-key': host.apiKey, ...headers },
        chunks: () => chunks,
      }).catch(String),
    );
    answers.push(result);
    longestMs = Math.max(longestMs, waitMs);
  }
  const isRight = (answer: RawAnswer | string): boolean =>
    typeof answer !== 'string' &&
    statuses.includes(answer.status) &&
    (answer.status < 400 || isProblem(answer));
  return [
    {
      what,
      holds: answers.every(isRight),
      detail: answers.map((answer) => (typeof answer === 'string' ? answer : answer.status)).join(', '),
    },
    {
      what: `${what}: others are answered`,
      holds: longestMs <= mostWaitMs,
      detail: `within ${Math.round(longestMs)} ms (at most ${mostWaitMs})`,
      timed: true,
    },
  ];
}

async function longestWait<Result>(
  url: URL,
  work: () => Promise<Result>,
): Promise<{ result: Result; waitMs: number }> {
  const look = async (): Promise<number> => {
    const from = performance.now();
    await ask(url.href);
    return performance.now() - from;
  };
  await look();
  const state = { ended: false };
  let waitMs = 0;
  const looking = (async () => {
    do {
      waitMs = Math.max(waitMs, await look());
      await delay(lookEveryMs);
    } while (!state.ended);
  })();
  const result = await work().finally(() => (state.ended = true));
  await looking;
  return { result, waitMs };
}
