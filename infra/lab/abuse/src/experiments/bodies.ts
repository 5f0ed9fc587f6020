import { eventually } from '@writ/test-kit';
import type { Attack, Experiment, Verdict } from '../experiment.ts';
import { groupRef, pathTo } from '../ground/seed-project.ts';
import { sendWrite } from '../ground/send-write.ts';
import { hostilePosts, type HostilePost } from './bodies/hostile-posts.ts';
import { postManyHeaders } from './bodies/many-headers.ts';
import { memoryOf, resetMost } from './bodies/memory.ts';
import { isProblem, rawRequest, type RawAnswer } from './raw-request.ts';

const megabyte = 1024 * 1024;
const mostGrowthBytes = 50 * megabyte;
const warmUps = 20;

/** Bodies and headers that are made to hurt (Quality §2, A3). */
export const bodies: Experiment = {
  summary: 'A3: giant, deep and poisonous bodies; memory of the gateway',
  unit: 'megabytes of the largest body',
  usualN: 1_024,
  gateways: 1,
  run: async (attack) => {
    const { ground, n, tell } = attack;
    const { pid } = ground.gateways[0];
    tell('Warming up with the largest writes that are allowed.');
    for (let at = 0; at < warmUps; at += 1) await largestWrite(attack);
    const posts = [...hostilePosts(n).map((post) => postOf(attack, post)), headersOf(attack)];
    const verdicts: Verdict[] = [];
    for (const { what, send, statuses } of posts) {
      tell(what);
      const before = await memoryOf(pid);
      await resetMost(pid);
      const answer = await send().catch((error: unknown) => String(error));
      const growth = (await memoryOf(pid)).mostBytes - before.nowBytes;
      verdicts.push(verdictOf(what, answer, { statuses, growth }));
    }
    return [...verdicts, await stillWell(attack), await untouched(attack)];
  },
};

type Sending = { what: string; statuses: readonly number[]; send: () => Promise<RawAnswer> };

const postOf = (
  { ground: { gateways, project } }: Attack,
  { what, statuses, headers, chunks }: HostilePost,
): Sending => ({
  what,
  statuses,
  send: () =>
    rawRequest(gateways[0].url + pathTo(project, 'hubspot'), {
      headers: { 'x-api-key': project.key, ...headers },
      chunks,
    }),
});

const headersOf = ({ ground }: Attack): Sending => ({
  what: '100,000 headers',
  statuses: [431],
  send: () => postManyHeaders(ground, 100_000),
});

/** A hundred records that fill 5 MB: what memory the gateway needs for these is not counted. */
async function largestWrite({ ground }: Attack): Promise<number> {
  const record = { firstname: 'x'.repeat(50_000), nonsense: 1 };
  const batch = Array.from({ length: 100 }, () => ({ record }));
  const body = JSON.stringify({ groupRef, type: 'create', batch });
  const { status } = await sendWrite(ground.gateways[0], ground.project, { provider: 'hubspot', body });
  return status;
}

function verdictOf(
  what: string,
  answer: RawAnswer | string,
  { statuses, growth }: { statuses: readonly number[]; growth: number },
): Verdict {
  const grown = `${growth > 0 ? '+' : ''}${(growth / megabyte).toFixed(1)} MB`;
  if (typeof answer === 'string') return { what, holds: false, detail: `${answer}, ${grown}` };
  return {
    what,
    holds: statuses.includes(answer.status) && isProblem(answer) && growth < mostGrowthBytes,
    detail: `${answer.status} ${answer.type || 'without a type'} after ${(answer.sentBytes / megabyte).toFixed(1)} MB, ${grown}`,
  };
}

async function stillWell({ ground }: Attack): Promise<Verdict> {
  const body = JSON.stringify({ groupRef, type: 'create', record: { firstname: 'Ada' } });
  const status = await eventually(async () => {
    const answer = await sendWrite(ground.gateways[0], ground.project, { provider: 'hubspot', body });
    return answer.status;
  });
  return { what: 'the gateway goes on', holds: status === 200, detail: `a write was answered ${status}` };
}

/** Had a body reached `Object.prototype`, members that are missing would be found. */
async function untouched({ ground }: Attack): Promise<Verdict> {
  const sending = { provider: 'hubspot', body: '{"record":{}}' } as const;
  const { body } = await sendWrite(ground.gateways[0], ground.project, sending);
  const names = ((body['issues'] ?? []) as { name: string }[]).map(({ name }) => name);
  const holds = names.includes('/groupRef') && names.includes('/type') && !('polluted' in body);
  return {
    what: 'Object.prototype is untouched',
    holds,
    detail: `missing members are missed: ${names.join(', ')}`,
  };
}
