import { createManagement, writePath, type StackProject } from '@writ/stack';
import { percentile } from '@writ/test-kit';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Experiment } from '../experiment.ts';
import type { Ground } from '../ground/start-ground.ts';
import { groupRef, seedProject } from '../ground/seed-project.ts';
import { openRefusing, openSender, type Answer, type Rate, type Sending } from './limit/send-at-rate.ts';

/** Requests per second and key; the loud key sends ten times as many. */
const limit = 50;
const loudPerSecond = 10 * limit;
/** Far below the limit: after a pause, this process sends all due requests at the same time. */
const quietPerSecond = 25;
/** p99 may grow by a tenth, and by the error of timer and scheduler. */
const slowerFactor = 1.1;
const slowerMs = 2;
/** Slices of the three ways alternate, so that other load affects all. */
const slices = 4;

export const limits: Experiment = {
  summary: 'A7: a key at ten times its limit, on both hosts; the times of another project',
  unit: 'seconds beside the loud key on each host, and as many without',
  usualN: 24,
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

/** The write host as two gateways with one count, the management host as one process. */
async function hostsOf(ground: Ground): Promise<Host[]> {
  const { subject, projects } = ground;
  const startGateway = () => subject.stack.addReplica('write-gateway', { environment: limited });
  const gateways = [await startGateway(), await startGateway()];
  const body = JSON.stringify({ groupRef, type: 'create', mode: 'asynchronous', record: { firstname: 'A' } });
  const write = (project: StackProject): Sending => ({
    path: writePath(project),
    key: project.apiKey,
    body,
  });
  const management = await ground.startManagement(limited);
  const admin = createManagement(new URL(management.url).origin, management.adminToken);
  await admin.call('POST', '/projects', { name: 'quiet', appName: 'quiet' });
  const quietKey = await admin.call<{ key: string }>('POST', '/projects/quiet/api-keys', {
    label: 'quiet',
    scopes: ['full'],
  });
  const base = new URL(management.url);
  const read = (project: string, key: string): Sending => ({
    path: `${base.pathname}/projects/${project}/operations`,
    key,
  });
  return [
    {
      name: 'write host',
      urls: gateways.map(({ url }) => url),
      loud: write(projects.hubspot),
      quiet: write(await seedProject(subject, 'quiet', 'hubspot')),
    },
    {
      name: 'management host',
      urls: [base.origin],
      loud: read('demo', management.apiKey),
      quiet: read('quiet', quietKey.key),
    },
  ];
}

async function verdictsOn({ name, urls, loud: shouting, quiet }: Host, n: number): Promise<Verdict[]> {
  // One thread per key: the loud one must not delay measurements of the quiet one.
  const [loudSender, quietSender] = [openSender(urls, shouting), openSender(urls, quiet)];
  const refusing = await openRefusing();
  const elsewhere = openSender([refusing.url], shouting);
  const alone: Answer[] = [];
  const control: Answer[] = [];
  const beside: Answer[] = [];
  const shouted: Answer[] = [];
  let windows = 0;
  const quietly: Rate = { perSecond: quietPerSecond, seconds: n / slices };
  const loudly: Rate = { perSecond: loudPerSecond, seconds: n / slices };
  await quietSender.send(quietly);
  for (let slice = 0; slice < slices; slice += 1) {
    alone.push(...(await quietSender.send(quietly)));
    const [undisturbed] = await Promise.all([quietSender.send(quietly), elsewhere.send(loudly)]);
    control.push(...undisturbed);
    const shoutingAtMs = performance.now();
    const [heard, loud] = await Promise.all([quietSender.send(quietly), loudSender.send(loudly)]);
    beside.push(...heard);
    shouted.push(...loud);
    // A window begins with its first request, so a slice may begin and end within one.
    windows += Math.floor((performance.now() - shoutingAtMs) / 1_000) + 2;
  }
  await Promise.all([loudSender, quietSender, elsewhere, refusing].map((opened) => opened.close()));
  const accepted = shouted.filter(({ status }) => status === 200).length;
  const most = limit * windows;
  const broken = shouted.filter((answer) => answer.status !== 200 && !isWholeRefusal(answer));
  const [before, after, least] = [p99Of(alone), p99Of(beside), p99Of(control)];
  return [
    {
      what: `${name}: the limit's share of the loud key is accepted`,
      holds: accepted <= most && accepted >= (limit * n) / 2,
      detail: `${accepted} of ${shouted.length} in ${n} s (at most ${most})`,
    },
    noneOf(
      `${name}: all others of it get 429, with the time in header and body`,
      broken.map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
      `${shouted.length - accepted} × 429`,
    ),
    noneOf(
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

function isWholeRefusal({ status, headers, text }: Answer): boolean {
  if (status !== 429 || !/^[1-9]\d*$/.test(String(headers['retry-after']))) return false;
  const { retryAfter, retryable } = JSON.parse(text) as { retryAfter?: string; retryable?: boolean };
  return retryable === true && !Number.isNaN(Date.parse(retryAfter ?? ''));
}

const p99Of = (answers: readonly Answer[]): number =>
  percentile(
    answers.map(({ latencyMs }) => latencyMs),
    99,
  );
