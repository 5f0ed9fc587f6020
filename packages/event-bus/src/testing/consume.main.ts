import { createAppLogger } from '@writ/service-kit';
import { serveTasks } from '@writ/test-kit/serve-tasks';
import { kafkaBus } from '../kafka/kafka-bus.ts';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';

export type ConsumeTask = { brokers: readonly string[]; topic: string; until: number };
/** Reasons of what was refused, and the most memory that the process ever had, in bytes. */
export type ConsumeResult = { reasons: string[]; mostBytes: number };

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
const reasons: string[] = [];
let seen = 0;
let told: () => void = () => undefined;
let consuming: Promise<unknown> | undefined;

/** Consumes a topic in a process of its own, whose memory can be measured, until so many messages were handed on. */
serveTasks(async ({ brokers, topic, until }: ConsumeTask): Promise<ConsumeResult> => {
  consuming ??= kafkaBus({ brokers, topic, groupId: topic, clientId: 'test', logger }).consume((batch) => {
    for (const message of batch) {
      const parsed = parseLifecycleEvent(message);
      if ('reason' in parsed) reasons.push(parsed.reason);
    }
    seen += batch.length;
    told();
    return Promise.resolve();
  });
  await consuming;
  while (seen < until) await new Promise<void>((resolve) => (told = resolve));
  return { reasons, mostBytes: process.resourceUsage().maxRSS * 1_024 };
});
