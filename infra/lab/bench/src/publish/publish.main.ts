import { setTimeout as delay } from 'node:timers/promises';
import { lifecycleTopic } from '@writ/contracts';
import { lifecycleEvent } from '@writ/stack';
import { range } from '@writ/test-kit/laboratory';
import { serveTasks } from '@writ/test-kit/serve-tasks';
import kafkajs from 'kafkajs';
import type { PublishTask } from './publish-task.ts';

const eventsPerSend = 500;
const tickMs = 5;

type Send = (events: readonly ReturnType<typeof lifecycleEvent>[]) => Promise<void>;

/** Returns the first event's due time, in milliseconds since 1970. */
serveTasks(async (task: PublishTask): Promise<number> => {
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
  await (perSecond === undefined ? publishAtOnce(task, send) : publishAtRate({ ...task, perSecond }, send));
  await producer.disconnect();
  return startedAtMs;
});

async function publishAtOnce({ projectId, count }: PublishTask, send: Send): Promise<void> {
  for (let sent = 0; sent < count; sent += eventsPerSend) {
    const length = Math.min(eventsPerSend, count - sent);
    await send(Array.from({ length }, () => lifecycleEvent(projectId, { atMs: Date.now() })));
  }
}

/** An event's time is when it should leave, so a late one counts as late. */
async function publishAtRate(
  { projectId, count, perSecond }: PublishTask & { perSecond: number },
  send: Send,
): Promise<void> {
  const startedAtMs = Date.now();
  const sending: Promise<void>[] = [];
  let sent = 0;
  while (sent < count) {
    const due = Math.min(count, Math.ceil(((Date.now() - startedAtMs) / 1000) * perSecond));
    const events = range(sent, due - sent).map((number) =>
      lifecycleEvent(projectId, { atMs: startedAtMs + (number / perSecond) * 1000 }),
    );
    sent = due;
    if (events.length > 0) sending.push(send(events));
    await delay(tickMs);
  }
  await Promise.all(sending);
}
