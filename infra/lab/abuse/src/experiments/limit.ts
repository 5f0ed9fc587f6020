import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Experiment, Verdict } from '../experiment.ts';
import type { Ground } from '../ground/start-ground.ts';
import { groupRef, pathTo } from '../ground/seed-project.ts';
import { nothingFound } from './findings.ts';
import { secondProject } from './limit/second-project.ts';
import { isWholeRefusal } from './limit/whole-refusal.ts';

/** Requests a second that a key may send; the loud one sends ten times as many. */
const limit = 50;
const loudPerSecond = 10 * limit;
/** Far enough below the limit: after a pause of this process it sends what was due at once. */
const quietPerSecond = 25;
/** The quiet key's p99 may grow by a tenth, and by what a timer and a scheduler are out anyway. */
const slowerFactor = 1.1;
const slowerMs = 2;
/** Of the time alone and the time beside the loud key, in turn, so that what else the machine does strikes both. */
const slices = 4;

/** One key far over its limit beside a quiet key of another project (Quality §2, A7). */
export const limits: Experiment = {
  summary: 'A7: a key at ten times its limit, on both hosts; the times of another project',
  unit: 'seconds beside the loud key on each host, and as many without',
  usualN: 24,
  gateways: 1,
  run: async (attack) => {
    const verdicts: Verdict[] = [];
    for (const host of await hostsOf(attack.ground)) {
      attack.tell(`${host.name}: ${loudPerSecond}/s of one key, ${quietPerSecond}/s of another project's.`);
      verdicts.push(...(await verdictsOn(host, attack.n)));
    }
    return verdicts;
  },
};

/** A request that a key may send to one of the processes of a host. */
type Sending = { path: string; key: string; body?: string };
type Host = { name: string; urls: readonly string[]; loud: Sending; quiet: Sending };

const limited = { RATE_LIMIT_PER_KEY: String(limit) };

/** The write host as two gateways that count together, the management host as one process. */
async function hostsOf(ground: Ground): Promise<Host[]> {
  const gateways = [await ground.startGateway(limited), await ground.startGateway(limited)];
  const body = JSON.stringify({ groupRef, type: 'create', mode: 'asynchronous', record: { firstname: 'A' } });
  const write = (project: Ground['project']): Sending => ({
    path: pathTo(project, 'hubspot'),
    key: project.key,
    body,
  });
  const management = await ground.startManagement(limited);
  const other = await secondProject(management);
  const base = new URL(management.url);
  const read = (project: string, key: string): Sending => ({
    path: `${base.pathname}/projects/${project}/operations`,
    key,
  });
  return [
    {
      name: 'write host',
      urls: gateways.map(({ url }) => url),
      loud: write(ground.project),
      quiet: write(await ground.addProject('quiet')),
    },
    {
      name: 'management host',
      urls: [base.origin],
      loud: read('demo', management.apiKey),
      quiet: read(other.name, other.key),
    },
  ];
}

type Answer = {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  latencyMs: number;
};

async function verdictsOn({ name, urls, loud, quiet }: Host, n: number): Promise<Verdict[]> {
  // Of its own for each key, as two callers have.
  const poolsOf = () => urls.map((url) => new Pool(url, { connections: 32, pipelining: 1 }));
  const pools = new Map([loud, quiet].map((sending) => [sending, poolsOf()]));
  const send = (sending: Sending, perSecond: number, seconds: number): Promise<Answer[]> =>
    atRate(pools.get(sending) ?? [], sending, { perSecond, seconds });
  const alone: Answer[] = [];
  const beside: Answer[] = [];
  const shouted: Answer[] = [];
  // Compiled code is measured.
  await send(quiet, quietPerSecond, 2);
  for (let slice = 0; slice < slices; slice += 1) {
    const seconds = n / slices;
    alone.push(...(await send(quiet, quietPerSecond, seconds)));
    const [heard, loudly] = await Promise.all([
      send(quiet, quietPerSecond, seconds),
      send(loud, loudPerSecond, seconds),
    ]);
    beside.push(...heard);
    shouted.push(...loudly);
  }
  await Promise.all([...pools.values()].flat().map((pool) => pool.close()));
  const accepted = shouted.filter(({ status }) => status === 200).length;
  // A window begins with the first request in it: each slice may begin and end amid one.
  const most = limit * (Math.ceil(n) + slices * 2);
  const broken = shouted.filter((answer) => answer.status !== 200 && !isWholeRefusal(answer));
  const [before, after] = [p99Of(alone), p99Of(beside)];
  return [
    {
      what: `${name}: of the loud key is accepted what its limit allows`,
      holds: accepted <= most && accepted >= (limit * n) / 2,
      detail: `${accepted} of ${shouted.length} in ${n} s (at most ${most})`,
    },
    nothingFound(
      `${name}: all others of it are told 429, when to come back in header and body`,
      broken.map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
      `${shouted.length - accepted} × 429`,
    ),
    nothingFound(
      `${name}: none of the other project's is refused`,
      [...alone, ...beside]
        .filter(({ status }) => status !== 200)
        .map(({ status, text }) => `${status} ${text}`),
      `${beside.length} beside the loud key`,
    ),
    {
      what: `${name}: the other project is as fast as alone`,
      holds: after <= before * slowerFactor + slowerMs,
      detail: `p99 ${after.toFixed(1)} ms, alone ${before.toFixed(1)} ms`,
      timed: true,
    },
  ];
}

/** Open loop, over the pools in turn; each answer's time counts from when its request should have left. */
async function atRate(
  pools: readonly Pool[],
  { path, key, body }: Sending,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Answer[]> {
  const startedAtMs = performance.now();
  const send = async (pool: Pool, intendedAtMs: number): Promise<Answer> => {
    const answer = await pool.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    const text = await answer.body.text();
    const latencyMs = performance.now() - intendedAtMs;
    return { status: answer.statusCode, headers: answer.headers, text, latencyMs };
  };
  const running: Promise<Answer>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const intendedAtMs = startedAtMs + (number / perSecond) * 1_000;
    const waitMs = intendedAtMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    for (const pool of pools.slice(number % pools.length, (number % pools.length) + 1))
      running.push(send(pool, intendedAtMs));
  }
  return Promise.all(running);
}

const p99Of = (answers: readonly Answer[]): number =>
  answers.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b)[Math.floor(answers.length * 0.99)] ?? 0;
