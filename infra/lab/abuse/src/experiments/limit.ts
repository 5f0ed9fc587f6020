import type { Experiment, Verdict } from '../experiment.ts';
import type { Ground } from '../ground/start-ground.ts';
import { groupRef, pathTo } from '../ground/seed-project.ts';
import { nothingFound } from './findings.ts';
import { openRefusing, openSender, type Answer, type Sending } from './limit/send-at-rate.ts';
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

async function verdictsOn({ name, urls, loud, quiet }: Host, n: number): Promise<Verdict[]> {
  // Each key has a thread of its own: what the loud one sends must not delay what the quiet one measures.
  const [loudSender, quietSender] = [openSender(urls, loud), openSender(urls, quiet)];
  const refusing = await openRefusing();
  const elsewhere = openSender([refusing.url], loud);
  const alone: Answer[] = [];
  const control: Answer[] = [];
  const beside: Answer[] = [];
  const shouted: Answer[] = [];
  const shoutedWindows: number[] = [];
  const seconds = n / slices;
  // Compiled code is measured.
  await quietSender.send({ perSecond: quietPerSecond, seconds });
  for (let slice = 0; slice < slices; slice += 1) {
    alone.push(...(await quietSender.send({ perSecond: quietPerSecond, seconds })));
    const [undisturbed] = await Promise.all([
      quietSender.send({ perSecond: quietPerSecond, seconds }),
      elsewhere.send({ perSecond: loudPerSecond, seconds }),
    ]);
    control.push(...undisturbed);
    const shoutingAtMs = performance.now();
    const [heard, loudly] = await Promise.all([
      quietSender.send({ perSecond: quietPerSecond, seconds }),
      loudSender.send({ perSecond: loudPerSecond, seconds }),
    ]);
    beside.push(...heard);
    shouted.push(...loudly);
    // A window begins with the first request in it: a slice may begin and end amid one.
    shoutedWindows.push(Math.floor((performance.now() - shoutingAtMs) / 1_000) + 2);
  }
  await Promise.all([loudSender, quietSender, elsewhere, refusing].map((opened) => opened.close()));
  const accepted = shouted.filter(({ status }) => status === 200).length;
  const most = limit * shoutedWindows.reduce((sum, windows) => sum + windows, 0);
  const broken = shouted.filter((answer) => answer.status !== 200 && !isWholeRefusal(answer));
  const [before, after, least] = [p99Of(alone), p99Of(beside), p99Of(control)];
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
      [...alone, ...control, ...beside]
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
    {
      what: `${name}: the other project is as fast as while a server that only refuses gets the load`,
      holds: after <= least * slowerFactor + slowerMs,
      detail: `p99 ${after.toFixed(1)} ms, beside that server ${least.toFixed(1)} ms`,
      timed: true,
    },
  ];
}

const p99Of = (answers: readonly Answer[]): number =>
  answers.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b)[Math.floor(answers.length * 0.99)] ?? 0;
