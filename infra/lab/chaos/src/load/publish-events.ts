import { setTimeout as delay } from 'node:timers/promises';
import { lifecycleTopic, type EventType } from '@writ/contracts';
import { kafkaBus, structuredHeaders, type EventBus } from '@writ/event-bus';
import { createAppLogger } from '@writ/service-kit';
import { Pool } from 'undici';
import type { Run } from '../experiment.ts';
import { publishedType } from '../ground/deliver-to.ts';

/** Events to publish; the id of each tells its number. */
export type Events = {
  numbers: readonly number[];
  /** At this rate, whatever the answers do; without it, so many publishers one event after the other. */
  perSecond?: number;
  type?: EventType;
};

const publishers = 64;
const againAfterMs = 50;
const insistLimitMs = 180_000;

const eventId = (number: number): string => `event-${number}`;

/** The number that an event's id tells. */
export const numberOf = (id: string): number => Number(/^event-(\d+)$/.exec(id)?.[1] ?? Number.NaN);

/** The event `number`, which should have been published at `atMs`; a delivery of it has about 1 kB. */
export const eventOf = (
  projectId: string,
  number: number,
  { atMs, type = publishedType }: { atMs: number; type?: EventType },
) => ({
  specversion: '1.0',
  id: eventId(number),
  source: '/chaos',
  type,
  time: new Date(atMs).toISOString(),
  projectid: projectId,
  datacontenttype: 'application/json',
  data: {
    projectId,
    provider: 'hubspot',
    integrationId: '0190b8a0-0000-7000-8000-000000000001',
    integrationName: 'to-hubspot',
    installationId: `0190b8a0-0000-7000-8000-${String(number % 1_000).padStart(12, '0')}`,
    groupRef: 'chaos-group',
    objectName: 'contacts',
    error: 'none',
    note: 'Backfill of one object for one customer. '.repeat(12),
  },
});

type Publish = (events: readonly ReturnType<typeof eventOf>[]) => Promise<void>;

/** Publishes over HTTP, one event a request. What was not accepted is sent again, the same bytes, until it is. */
export async function postEvents({ ground, record }: Run, events: Events): Promise<void> {
  const { project, stack } = ground;
  const pool = new Pool(stack.managementUrl, { connections: publishers, pipelining: 1 });
  const post: Publish = async ([event]) => {
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

/** Publishes to Kafka, as a system beside the services would. */
export async function sendEvents({ ground, record, closing }: Run, events: Events): Promise<void> {
  const bus = busOf({ ground, closing });
  const send: Publish = (some) =>
    bus.publish(
      some.map((event) => ({
        key: `${event.projectid}:${event.data.installationId}`,
        value: Buffer.from(JSON.stringify(event)),
        headers: structuredHeaders,
      })),
    );
  await publishAll({ record, publish: send, projectId: ground.project.id }, events);
}

/** The bus of the ground, as another publisher has it. */
function busOf({ ground, closing }: Pick<Run, 'ground' | 'closing'>): EventBus {
  const bus = kafkaBus({
    brokers: ground.servers.kafka.brokers,
    topic: lifecycleTopic,
    groupId: 'chaos',
    clientId: 'chaos',
    logger: createAppLogger({ service: 'chaos', level: 'error' }),
  });
  return closing.add(bus, (opened) => opened.close());
}

type How = { record: Run['record']; publish: Publish; projectId: string };

async function publishAll({ record, publish, projectId }: How, events: Events): Promise<void> {
  const { numbers, perSecond, type = publishedType } = events;
  const publishOne = async (number: number, sentAtMs: number): Promise<void> => {
    const event = eventOf(projectId, number, { atMs: sentAtMs, type });
    for (let tries = 1; ; tries += 1) {
      try {
        await publish([event]);
        record({ kind: 'taken', number, sentAtMs, tries, atMs: Date.now() });
        return;
      } catch (error) {
        if (Date.now() > sentAtMs + insistLimitMs) throw error;
        await delay(againAfterMs);
      }
    }
  };
  if (perSecond === undefined) await oneAfterTheOther(numbers, publishOne);
  else await atRate(numbers, perSecond, publishOne);
}

type PublishOne = (number: number, sentAtMs: number) => Promise<void>;

async function oneAfterTheOther(numbers: readonly number[], publishOne: PublishOne): Promise<void> {
  const waiting = numbers.values();
  const publisher = async (): Promise<void> => {
    for (const number of waiting) await publishOne(number, Date.now());
  };
  await Promise.all(Array.from({ length: publishers }, publisher));
}

async function atRate(numbers: readonly number[], perSecond: number, publishOne: PublishOne): Promise<void> {
  const startedAtMs = Date.now();
  const running: Promise<void>[] = [];
  for (const [place, number] of numbers.entries()) {
    const sentAtMs = startedAtMs + (place / perSecond) * 1000;
    const waitMs = sentAtMs - Date.now();
    if (waitMs > 0) await delay(waitMs);
    running.push(publishOne(number, sentAtMs));
  }
  await Promise.all(running);
}
