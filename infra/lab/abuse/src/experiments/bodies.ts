import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { writePath } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Attack, Experiment } from '../experiment.ts';
import { sendWrite } from '../ground/ask.ts';
import { groupRef } from '../ground/seed-project.ts';
import type { Ground } from '../ground/start-ground.ts';
import { hostilePosts } from './bodies/hostile-posts.ts';
import { isProblem, rawRequest, type RawAnswer } from './raw-request.ts';

const megabyte = 1024 * 1024;
const mostGrowthBytes = 50 * megabyte;
const warmUps = 20;

export const bodies: Experiment = {
  summary: 'A3: giant, deep and poisonous bodies; memory of the gateway',
  unit: 'megabytes of the largest body',
  usualN: 1_024,
  run: async (attack) => {
    const { ground, n, tell } = attack;
    const [{ pid, url }] = ground.gateways;
    const project = ground.projects.hubspot;
    tell('Warming up with the largest writes that are allowed.');
    for (let at = 0; at < warmUps; at += 1) await largestWrite(attack);
    const sendings: Sending[] = hostilePosts(n).map(({ what, statuses, headers, chunks }) => ({
      what,
      statuses,
      send: () =>
        rawRequest(url + writePath(project), {
          headers: { 'x-api-key': project.apiKey, ...headers },
          chunks,
        }),
    }));
    const many = { what: '100,000 headers', statuses: [431], send: () => postManyHeaders(ground, 100_000) };
    const verdicts: Verdict[] = [];
    for (const sending of [...sendings, many]) {
      tell(sending.what);
      verdicts.push(await verdictOf(sending, pid()));
    }
    return [...verdicts, await stillWell(attack), await untouched(attack)];
  },
};

type Sending = { what: string; statuses: readonly number[]; send: () => Promise<RawAnswer> };

/** A hundred records in 5 MB: the gateway's memory for them does not count. */
async function largestWrite({ ground }: Attack): Promise<void> {
  const record = { firstname: 'x'.repeat(50_000), nonsense: 1 };
  const batch = Array.from({ length: 100 }, () => ({ record }));
  const body = { groupRef, type: 'create', batch };
  await sendWrite(ground.gateways[0], ground.projects.hubspot, { body });
}

async function verdictOf({ what, statuses, send }: Sending, pid: number): Promise<Verdict> {
  const before = await memoryOf(pid);
  // Resets the peak (proc(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const answer = await send().catch((error: unknown) => String(error));
  const growth = (await memoryOf(pid)).mostBytes - before.nowBytes;
  const grown = `${growth > 0 ? '+' : ''}${(growth / megabyte).toFixed(1)} MB`;
  if (typeof answer === 'string') return { what, holds: false, detail: `${answer}, ${grown}` };
  const sent = (answer.sentBytes / megabyte).toFixed(1);
  return {
    what,
    holds: statuses.includes(answer.status) && isProblem(answer) && growth < mostGrowthBytes,
    detail: `${answer.status} ${answer.type || 'without a type'} after ${sent} MB, ${grown}`,
  };
}

async function memoryOf(pid: number): Promise<{ nowBytes: number; mostBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
  return { nowBytes: field('VmRSS'), mostBytes: field('VmHWM') };
}

async function stillWell({ ground }: Attack): Promise<Verdict> {
  const body = { groupRef, type: 'create', record: { firstname: 'Ada' } };
  const { status } = await eventually(() => sendWrite(ground.gateways[0], ground.projects.hubspot, { body }));
  return { what: 'the gateway goes on', holds: status === 200, detail: `a write was answered ${status}` };
}

/** If a body had reached `Object.prototype`, no member would be missing. */
async function untouched({ ground }: Attack): Promise<Verdict> {
  const { gateways, projects } = ground;
  const { body } = await sendWrite(gateways[0], projects.hubspot, { body: { record: {} } });
  const names = ((body['issues'] ?? []) as { name: string }[]).map(({ name }) => name);
  return {
    what: 'Object.prototype is untouched',
    holds: names.includes('/groupRef') && names.includes('/type') && !('polluted' in body),
    detail: `missing members are missed: ${names.join(', ')}`,
  };
}

function postManyHeaders({ gateways, projects }: Ground, count: number): Promise<RawAnswer> {
  const project = projects.hubspot;
  const { hostname, port } = new URL(gateways[0].url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let seen = '';
    let sentBytes = 0;
    const write = (text: string): void => {
      sentBytes += text.length;
      socket.write(text);
    };
    socket.on('data', (bytes) => (seen += bytes.toString())).on('error', () => undefined);
    socket.on('close', () => {
      const [head = '', body = ''] = seen.split('\r\n\r\n', 2);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      const type = /^content-type: ([^;\r]*)/im.exec(head)?.[1] ?? '';
      resolve({ status, type, body, sentBytes });
    });
    write(`POST ${writePath(project)} HTTP/1.1\r\nHost: ${hostname}\r\nX-Api-Key: ${project.apiKey}\r\n`);
    for (let at = 0; at < count && !socket.destroyed; at += 1) write(`x-h${at}: v\r\n`);
    write('\r\n');
  });
}
