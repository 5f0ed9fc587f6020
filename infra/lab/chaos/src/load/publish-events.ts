import { setTimeout as delay } from 'node:timers/promises';
import { lifecycleTopic } from '@writ/contracts';
import { structuredHeaders } from '@writ/event-bus';
import { lifecycleEvent } from '@writ/stack';
import { closedLoop, openLoop } from '@writ/test-kit/laboratory';
import { Pool } from 'undici';
import type { Run } from '../experiment.ts';
import { openBus } from '../ground/open-bus.ts';

export type Events = {
  numbers: readonly number[];
  /** A fixed rate; without it, 64 publishers send one event at a time. */
  perSecond?: number;
  type?: string;
};

const publishers = 64;
const againAfterMs = 50;
const insistLimitMs = 180_000;

export const numberOf = (id: string): number => Number(/^event-(\d+)$/.exec(id)?.[1] ?? Number.NaN);

/** Should be published at `atMs`. */
export const eventOf = (projectId: string, number: number, how: { atMs: number; type?: string }) =>
  lifecycleEvent(projectId, { id: `event-${number}`, installation: number % 1_000, ...how });

type Publish = (event: ReturnType<typeof eventOf>) => Promise<void>;

export async function postEvents({ ground, record }: Run, events: Events): Promise<void> {
  const { project, stack } = ground;
  const pool = new Pool(stack.managementUrl, { connections: publishers, pipelining: 1 });
  const post: Publish = async (event) => {
    const { statusCode, body } = await pool.request({
      path: `/v1/projects/${project.name}/events`,
      method: 'POST',
      headers: { 'x-api-key': project.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(event),
    });
    const text = await body.text();
    if (statusCode !== 202) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
  };
  await publishAll({ record, publish: post, projectId: project.id }, events);
  await pool.close();
}

export async function sendEvents({ ground, record, closing }: Run, events: Events): Promise<void> {
  const bus = openBus(ground, closing, lifecycleTopic);
  const publish: Publish = (event) =>
    bus.publish([
      {
        key: `${event.projectid}:${event.data.installationId}`,
        value: Buffer.from(JSON.stringify(event)),
        headers: structuredHeaders,
      },
    ]);
  await publishAll({ record, publish, projectId: ground.project.id }, events);
}

type How = { record: Run['record']; publish: Publish; projectId: string };

async function publishAll({ record, publish, projectId }: How, events: Events): Promise<void> {
  const { numbers, perSecond, type } = events;
  const publishOne = async (number: number, intendedAtMs = performance.now()): Promise<void> => {
    const sentAtMs = performance.timeOrigin + intendedAtMs;
    const event = eventOf(projectId, number, { atMs: sentAtMs, ...(type !== undefined && { type }) });
    for (let tries = 1; ; tries += 1) {
      try {
        await publish(event);
        record({ kind: 'taken', number, sentAtMs, tries, atMs: Date.now() });
        return;
      } catch (error) {
        if (Date.now() > sentAtMs + insistLimitMs) throw error;
        await delay(againAfterMs);
      }
    }
  };
  await (perSecond === undefined
    ? closedLoop(numbers.values(), publishers, publishOne)
    : openLoop(numbers, perSecond, publishOne));
}
