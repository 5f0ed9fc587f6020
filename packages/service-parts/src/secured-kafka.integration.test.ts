import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { kafkaUser, startKafka } from '@writ/local-servers';
import {
  createAppLogger,
  createClosing,
  createHealth,
  createMetrics,
  systemClock,
  type KafkaAccess,
} from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { kafkaLook, lookAt, openKafka } from './index.ts';

// The run's Kafka may be one that somebody keeps up, without this listener.
const closing = createClosing();
let access: Required<KafkaAccess>;
beforeAll(async () => {
  const { secured } = closing.add(await startKafka({ secured: true }), (kafka) => kafka.close());
  const { brokers, ca } = secured!;
  access = { brokers, tls: { ca }, sasl: { mechanism: 'scram-sha-256', ...kafkaUser } };
});
afterAll(() => closing.close());

function open(changes: Partial<KafkaAccess> = {}) {
  const lines: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'info', write: (line) => lines.push(line) });
  const health = createHealth({ checkTimeoutMs: 10_000, logger });
  const frame = { logger, health, metrics: createMetrics({ service: 'test', defaults: false }) };
  const own = createClosing();
  closing.add(own, (opened) => opened.close());
  const bus = openKafka({ ...frame, access: { ...access, ...changes }, service: 'writ-notification' }, own);
  return {
    bus,
    health,
    lines,
    close: () => own.close(),
    look: () => lookAt([kafkaLook(bus, systemClock)], 20_000),
  };
}

test.each(['plain', 'scram-sha-512'] as const)(
  'events are published and consumed over TLS by a user who signs in by %s',
  async (mechanism) => {
    const { bus, health, lines, look, close } = open({ sasl: { mechanism, ...kafkaUser } });
    const seen: string[] = [];
    await bus.publish([{ key: 'k', value: Buffer.from(mechanism), headers: {} }]);
    // A broker that has just created the topic may not lead it yet.
    lines.splice(0);
    await eventually(async () => expect(await bus.behind()).toBeGreaterThan(0));
    await bus.consume((batch) => Promise.resolve(void seen.push(...batch.map(({ value }) => String(value)))));
    await eventually(() => expect(seen).toContain(mechanism));
    await eventually(async () => expect(await bus.behind()).toBe(0));
    expect((await health.readiness()).dependencies['kafka']).toEqual({ ok: true, required: false });
    expect(await look()).toEqual([]);
    expect(lines).toEqual([]);
    await close();
  },
);

const wrongUser = { username: 'writ', password: 'wrong' };
const closedReason = 'The brokers closed the connection; they may require TLS or a user.';

test.each<[string, Partial<KafkaAccess>, string]>([
  [
    'a wrong password for SCRAM',
    { sasl: { mechanism: 'scram-sha-256', ...wrongUser } },
    'The brokers refused the credentials.',
  ],
  [
    'a wrong password for PLAIN',
    { sasl: { mechanism: 'plain', ...wrongUser } },
    'The brokers refused the credentials.',
  ],
  [
    'certificates of an authority that did not sign',
    { tls: true },
    'The brokers cannot be reached: its certificate comes from an authority that is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
  ['an unencrypted connection', { tls: false }, closedReason],
])('with %s, log, readiness and finding say why Kafka is away', async (_, changes, reason) => {
  const { health, lines, look, close } = open(changes);
  const [{ dependencies }, found] = await Promise.all([health.readiness(), look()]);
  expect(dependencies['kafka']).toEqual({ ok: false, required: false, detail: reason });
  expect(found).toEqual([{ code: 'kafka-away', detail: `Kafka: ${reason}` }]);
  expect(lines.join('')).toContain(reason);
  await close();
});
