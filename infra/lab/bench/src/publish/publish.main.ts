import { setTimeout as delay } from 'node:timers/promises';
import { lifecycleTopic } from '@writ/contracts';
import { lifecycleEvent } from '@writ/stack';
import { serveTasks } from '@writ/test-kit/serve-tasks';
import kafkajs from 'kafkajs';
import type { PublishResult, PublishTask } from './publish-task.ts';

const eventsPerSend = 500;
const tickMs = 5;

type Send = (events: readonly ReturnType<typeof lifecycleEvent>[]) => Promise<void>;

serveTasks(async (task: PublishTask): Promise<PublishResult> => {
  const kafka = new kafkajs.Kafka({
    clientId: 'writ-bench',
    brokers: [...task.brokers],
    logLevel: kafkajs.logLevel.ERROR,
  });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const send: Send = async (events) => {
    const messages = events.map((event) => ({ key: event.id, value: JSON.stringify(event) }));
    await producer.send({ topic: lifecycleTopic, messages, acks: -1 });
  };
  const startedAtMs = Date.now();
  const { perSecond } = task;
  const eventIds =
    perSecond === undefined
      ? await publishAtOnce(task, send)
      : await publishAtRate({ ...task, perSecond }, send);
  const endedAtMs = Date.now();
  await producer.disconnect();
  return { eventIds, startedAtMs, endedAtMs };
});

async function publishAtOnce({ projectId, count }: PublishTask, send: Send): Promise<string[]> {
  const eventIds: string[] = [];
  while (eventIds.length < count) {
    const size = Math.min(eventsPerSend, count - eventIds.length);
    const events = Array.from({ length: size }, () => lifecycleEvent(projectId, { atMs: Date.now() }));
    eventIds.push(...events.map(({ id }) => id));
    await send(events);
  }
  return eventIds;
}

/** Each event's time is when it should leave, so a late one counts as late. */
async function publishAtRate(
  { projectId, count, perSecond }: PublishTask & { perSecond: number },
  send: Send,
): Promise<string[]> {
  const startedAtMs = Date.now();
  const eventIds: string[] = [];
  const sending: Promise<void>[] = [];
  while (eventIds.length < count) {
    const due = Math.min(count, Math.ceil(((Date.now() - startedAtMs) / 1000) * perSecond));
    const events = Array.from({ length: due - eventIds.length }, (_, index) =>
      lifecycleEvent(projectId, { atMs: startedAtMs + ((eventIds.length + index) / perSecond) * 1000 }),
    );
    eventIds.push(...events.map(({ id }) => id));
    if (events.length > 0) sending.push(send(events));
    await delay(tickMs);
  }
  await Promise.all(sending);
  return eventIds;
}
