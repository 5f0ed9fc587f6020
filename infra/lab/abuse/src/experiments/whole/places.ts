import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import type { Closing } from '@writ/service-kit';
import { ask } from '../../ground/ask.ts';
import type { Whole } from '../../ground/start-whole.ts';
import type { Sight } from './search.ts';

/** Records every command that reaches Redis, to see short-lived keys, too. */
export async function watchRedis({ stack }: Whole, closing: Closing): Promise<Sight[]> {
  const redis = closing.add(new Redis(stack.servers.redisUrl), (opened) => opened.disconnect());
  const monitor = closing.add(await redis.monitor(), (opened) => opened.disconnect());
  const sights: Sight[] = [];
  monitor.on('monitor', (_time: string, command: string[]) => {
    sights.push({ place: `Redis (${command[0] ?? ''})`, text: command.join(' ') });
  });
  return sights;
}

export async function readPostgres({ pool }: Whole): Promise<Sight[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const sights: Sight[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
    sights.push(...rows.map(({ text }) => ({ place: `Postgres (${name})`, text })));
  }
  return sights;
}

export async function readKafka({ stack }: Whole): Promise<Sight[]> {
  const brokers = stack.servers.kafkaBrokers.split(',');
  const kafka = new kafkajs.Kafka({ clientId: 'abuse', brokers, logLevel: kafkajs.logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
  const ends = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
  await admin.disconnect();
  const held = ends.flat().reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  const sights: Sight[] = [];
  const consumer = kafka.consumer({ groupId: 'abuse' });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic, message: { key, value, headers } }) => {
      const named = Object.entries(headers ?? {}).map(([name, one]) => `${name}: ${String(one)}`);
      const text = [key?.toString(), ...named, value?.toString()].join('\n');
      sights.push({ place: `Kafka (${topic})`, text });
      return Promise.resolve();
    },
  });
  const until = performance.now() + 60_000;
  while (sights.length < held && performance.now() < until) await delay(50);
  await consumer.disconnect();
  return sights;
}

export async function readMetrics({ stack }: Whole): Promise<Sight[]> {
  const replicas = Object.values(stack.replicas).flat();
  const running = replicas.filter(({ name }) => name !== 'sandbox');
  return Promise.all(
    running.map(async ({ name, metricsUrl }) => ({
      place: `metrics (${name})`,
      text: (await ask(metricsUrl)).text,
    })),
  );
}

export const readPrinted = ({ printed }: Whole): Sight[] =>
  printed.map((line) => ({ place: `output (${line.split(':')[0]?.replace(/-\d+$/, '')})`, text: line }));
