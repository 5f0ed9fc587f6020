import type { Attack, Experiment, Verdict } from '../experiment.ts';
import type { Management } from '../ground/start-management.ts';
import { hostilePosts } from './bodies/hostile-posts.ts';
import { heavyRequests } from './loop/heavy-requests.ts';
import { longestWait } from './loop/longest-wait.ts';
import { isProblem, rawRequest, type RawAnswer } from './raw-request.ts';

const mostWaitMs = 250;
const largestMegabytes = 64;
const installations = '/projects/demo/integrations/demo-hubspot/installations';
const contacts = '/projects/demo/integrations/demo-hubspot/objects/contacts';

/** What holds the event loop of both hosts for longest (Quality §2, A3). */
export const loop: Experiment = {
  summary: 'A3: the costliest requests to both hosts; waits of /livez',
  unit: 'times that each is sent',
  usualN: 3,
  gateways: 1,
  run: async ({ ground, n, tell }: Attack) => {
    tell('Starting both hosts as one process.');
    const host = await ground.startManagement();
    const verdicts: Verdict[] = [];
    for (const sending of await sendingsTo(host)) {
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

async function sendingsTo({ url, writeUrl, apiKey }: Management): Promise<Sending[]> {
  const found = await fetch(`${url}${installations}?groupRef=acme`, { headers: { 'x-api-key': apiKey } });
  const [installation] = (await found.json()) as { id: string }[];
  return [
    ...heavyRequests(installation?.id ?? '').map(({ host, path, body, ...request }) => ({
      ...request,
      url: (host === 'write' ? writeUrl : url) + path,
      chunks: () => (body ? [Buffer.from(JSON.stringify(body()))] : []),
    })),
    ...hostilePosts(largestMegabytes).map((post) => ({ ...post, url: writeUrl + contacts, method: 'POST' })),
  ];
}

/** Whether it is answered as it should be; and, timed, whether the process went on answering others meanwhile. */
async function verdictsOf(host: Management, sending: Sending, n: number): Promise<Verdict[]> {
  const { what, statuses, url, method, headers } = sending;
  // Made before: what holds this process would look like a wait for the other.
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
