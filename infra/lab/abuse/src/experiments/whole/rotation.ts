import { Webhook } from 'standardwebhooks';
import { deliverTo, skewedClock } from '@writ/stack';
import { eventually, type Received } from '@writ/test-kit';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { Attack, Experiment } from '../../experiment.ts';
import type { Whole } from '../../ground/start-whole.ts';
import { changeEncryptionKey, restartAll } from './change-encryption-key.ts';
import { startWriting, type Written } from './start-writing.ts';

/** The old key signs for a day. */
const overlapIsOverMs = 25 * 3_600_000;

export const rotation: Experiment = {
  summary: 'A10: an encryption key and a signing key are replaced under writes and deliveries',
  unit: 'writes a second, of both modes in turn',
  usualN: 20,
  run: async ({ ground, n, tell }) => {
    tell('Starting servers, services and edge.');
    const whole = await ground.startWhole();
    try {
      return await rotate(whole, n, tell);
    } finally {
      await whole.close();
    }
  },
};

type Signing = { id: string; old: string; young: string; rotatedAt: Date };

async function rotate(whole: Whole, n: number, tell: Attack['tell']): Promise<Verdict[]> {
  const [destination = ''] = await deliverTo(whole.project, {
    urls: [whole.receiver.url],
    eventTypes: ['write.async.done'],
    headers: { 'x-own': 'sealed, too' },
  });
  tell(`${n} writes a second until both keys are replaced.`);
  const writing = startWriting(whole, n);
  const [signing, changed] = await Promise.all([
    rotateSigningKey(whole, destination),
    changeEncryptionKey(whole, tell),
  ]).catch(async (error: unknown) => {
    await writing.stop();
    throw error;
  });
  const written = await writing.stop();
  const later = written.filter(({ status, mode }) => status === 200 && mode === 'asynchronous');
  await eventually(() => later.every(({ operationId }) => announced(whole, operationId)), {
    withinMs: 30_000,
    everyMs: 200,
  }).catch(() => undefined);
  const received = [...whole.receiver.received];
  tell('A day later.');
  const dayLater = await receiveADayLater(whole, changed.last);
  return [
    ...writeVerdicts(whole, written),
    ...changed.verdicts,
    ...(await storedVerdicts(whole)),
    ...signatureVerdicts(received, signing),
    {
      what: 'a day later deliveries are signed with the new key alone',
      holds: isSignedBy(dayLater, signing.young) && !isSignedBy(dayLater, signing.old),
      detail: `signatures: ${String(dayLater.headers['webhook-signature']).split(' ').length}`,
    },
  ];
}

const announced = ({ receiver }: Whole, operationId: string): boolean =>
  receiver.received.some(({ rawBody }) => rawBody.includes(operationId));

/** After the first deliveries, so that some have the old signature. */
async function rotateSigningKey({ project, receiver }: Whole, id: string): Promise<Signing> {
  const { management, name } = project;
  type Shown = { secrets: { webhookSigningKey: string } };
  const path = `/projects/${name}/destinations/${id}`;
  const old = await management.call<Shown>('GET', `${path}?includeSecrets=true`);
  await receiver.waitForCount(20);
  const young = await management.call<Shown>('POST', `${path}:rotate-secret`);
  const rotatedAt = new Date();
  return { id, old: old.secrets.webhookSigningKey, young: young.secrets.webhookSigningKey, rotatedAt };
}

async function receiveADayLater(whole: Whole, encryptionKeys: string): Promise<Received> {
  const environment = { ENCRYPTION_KEYS: encryptionKeys, ...skewedClock(overlapIsOverMs) };
  await restartAll(whole, ['notification'], environment);
  const writing = startWriting(whole, 1);
  const isLater = ({ headers }: Received): boolean =>
    Number(headers['webhook-timestamp']) * 1_000 > Date.now() + overlapIsOverMs / 2;
  return whole.receiver.waitFor(isLater, { withinMs: 60_000 }).finally(writing.stop);
}

/** The official library verifies only recent times, so this compares its signature. */
function isSignedBy({ headers, rawBody }: Received, key: string): boolean {
  const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  const expected = new Webhook(key).sign(id, new Date(seconds * 1_000), rawBody.toString());
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

function writeVerdicts(whole: Whole, written: readonly Written[]): Verdict[] {
  const asked = written.filter(({ mode }) => mode === 'asynchronous');
  return [
    noneOf(
      'no write is refused or fails',
      written.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`),
      `${asked.length} asynchronous, ${written.length - asked.length} synchronous`,
    ),
    noneOf(
      'the end of each asynchronous write is delivered',
      asked
        .filter(({ status, operationId }) => status === 200 && !announced(whole, operationId))
        .map(({ operationId }) => operationId),
      `${asked.length} operations`,
    ),
  ];
}

/** No attempt failed, even before a success. */
async function storedVerdicts({ pool }: Whole): Promise<Verdict[]> {
  const rowsOf = async (sql: string): Promise<string[]> =>
    (await pool.query<{ text: string }>(sql)).rows.map(({ text }) => text);
  const older = `create_time < now() - interval '10 s'`;
  const operations = await rowsOf(
    `SELECT o::text AS text FROM operation o WHERE status <> 'success' AND ${older}`,
  );
  const attempts = await rowsOf(
    `SELECT a::text AS text FROM delivery_attempt a WHERE outcome <> 'delivered'`,
  );
  const deliveries = await rowsOf(
    `SELECT d::text AS text FROM delivery d WHERE status <> 'delivered' AND ${older}`,
  );
  const [all] = await rowsOf(`SELECT count(*)::text AS text FROM delivery`);
  return [
    noneOf('every operation succeeded', operations, 'all'),
    noneOf('no attempt to deliver failed', [...attempts, ...deliveries], `${all} deliveries`),
  ];
}

function signatureVerdicts(received: readonly Received[], signing: Signing): Verdict[] {
  // Both clocks are this machine's; the header has whole seconds.
  const isAfter = ({ headers }: Received): boolean =>
    Number(headers['webhook-timestamp']) * 1_000 >= signing.rotatedAt.getTime();
  const after = received.filter(isAfter);
  const withOld = received.filter((one) => !verifies(one, signing.old));
  const withYoung = after.filter((one) => !verifies(one, signing.young));
  const times = (list: readonly Received[]): string[] => list.map(({ at }) => at.toISOString());
  return [
    noneOf('each delivery verifies with the old signing key', times(withOld), `${received.length}`),
    noneOf('each since the rotation verifies with the new one, too', times(withYoung), `${after.length}`),
    {
      what: 'deliveries came before and after the rotation',
      holds: after.length > 0 && after.length < received.length,
      detail: `${received.length - after.length} before, ${after.length} after`,
    },
  ];
}

/** With the official verifier, which accepts five minutes; a run is shorter. */
function verifies({ headers, rawBody }: Received, key: string): boolean {
  try {
    new Webhook(key).verify(rawBody, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
