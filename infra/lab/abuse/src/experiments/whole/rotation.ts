import { Webhook } from 'standardwebhooks';
import type { Received } from '@writ/test-kit';
import { eventually } from '@writ/test-kit';
import pg from 'pg';
import type { Attack, Experiment, Verdict } from '../../experiment.ts';
import type { Whole } from '../../ground/start-whole.ts';
import { nothingFound } from '../findings.ts';
import { changeEncryptionKey, restartAll } from './change-encryption-key.ts';
import { startWriting, type Written } from './start-writing.ts';

/** So much later than now: a day after a rotation the key before it signs no more. */
const overlapIsOverMs = 25 * 3_600_000;

/** Both sorts of keys are replaced while everything works (Quality §2, A10). */
export const rotation: Experiment = {
  summary: 'A10: an encryption key and a signing key are replaced under writes and deliveries',
  unit: 'writes a second, of both modes in turn',
  usualN: 20,
  gateways: 1,
  run: async ({ ground, n, tell }: Attack) => {
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
  const destination = await openDestination(whole);
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
  await eventually(() => later.every(({ operationId }) => toldOf(whole, operationId)), {
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

const toldOf = ({ receiver }: Whole, operationId: string): boolean =>
  receiver.received.some(({ rawBody }) => rawBody.includes(operationId));

async function openDestination({ project, receiver }: Whole): Promise<string> {
  const { management, name } = project;
  const make = (part: string, body: object) =>
    management.call<{ id: string }>('POST', `/projects/${name}/${part}`, body);
  const metadata = { url: receiver.url, headers: { 'x-own': 'sealed, too' } };
  const { id: destinationId } = await make('destinations', { name: 'receiver', type: 'webhook', metadata });
  const { id: topicId } = await make('topics', { name: 'done' });
  await make('notification-event-topic-routes', { topicId, eventType: 'write.async.done' });
  await make('topic-destination-routes', { topicId, destinationId });
  return destinationId;
}

/** Once deliveries come, so that some were signed before. */
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
  const skew = new URL('../../../../chaos/src/failing/skew-clock.main.ts', import.meta.url).href;
  const environment = {
    ENCRYPTION_KEYS: encryptionKeys,
    NODE_OPTIONS: `--import ${skew}`,
    CHAOS_CLOCK_SKEW_MS: String(overlapIsOverMs),
  };
  await restartAll(whole, ['notification'], environment);
  const writing = startWriting(whole, 1);
  const isLater = ({ headers }: Received): boolean =>
    Number(headers['webhook-timestamp']) * 1_000 > Date.now() + overlapIsOverMs / 2;
  return whole.receiver.waitFor(isLater, { withinMs: 60_000 }).finally(writing.stop);
}

/** As the official library signs: it verifies no time but the present. */
function isSignedBy({ headers, rawBody }: Received, key: string): boolean {
  const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  const expected = new Webhook(key).sign(id, new Date(seconds * 1_000), rawBody.toString());
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

function writeVerdicts(whole: Whole, written: readonly Written[]): Verdict[] {
  const asked = written.filter(({ mode }) => mode === 'asynchronous');
  return [
    nothingFound(
      'no write is refused or fails',
      written.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`),
      `${asked.length} asynchronous, ${written.length - asked.length} synchronous`,
    ),
    nothingFound(
      'the end of each asynchronous write is delivered',
      asked
        .filter(({ status, operationId }) => status === 200 && !toldOf(whole, operationId))
        .map(({ operationId }) => operationId),
      `${asked.length} operations`,
    ),
  ];
}

/** No attempt of a write or of a delivery failed, though later ones may have made it good. */
async function storedVerdicts({ stack }: Whole): Promise<Verdict[]> {
  const pool = new pg.Pool({ connectionString: stack.servers.databaseUrl, max: 1 });
  const rowsOf = async (sql: string): Promise<string[]> =>
    (await pool.query<{ text: string }>(sql)).rows.map(({ text }) => text);
  try {
    const operations = await rowsOf(`SELECT o::text AS text FROM operation o WHERE status <> 'success'
      AND create_time < now() - interval '10 s'`);
    const attempts = await rowsOf(
      `SELECT a::text AS text FROM delivery_attempt a WHERE outcome <> 'delivered'`,
    );
    const deliveries = await rowsOf(`SELECT d::text AS text FROM delivery d WHERE status <> 'delivered'
      AND create_time < now() - interval '10 s'`);
    const [all] = await rowsOf(`SELECT count(*)::text AS text FROM delivery`);
    return [
      nothingFound('every operation succeeded', operations, 'all'),
      nothingFound('no attempt to deliver failed', [...attempts, ...deliveries], `${all} deliveries`),
    ];
  } finally {
    await pool.end();
  }
}

function signatureVerdicts(received: readonly Received[], signing: Signing): Verdict[] {
  // Both clocks are of this machine; the header tells whole seconds.
  const isAfter = ({ headers }: Received): boolean =>
    Number(headers['webhook-timestamp']) * 1_000 >= signing.rotatedAt.getTime();
  const after = received.filter(isAfter);
  const withOld = received.filter((one) => !verifies(one, signing.old));
  const withYoung = after.filter((one) => !verifies(one, signing.young));
  const times = (list: readonly Received[]): string[] => list.map(({ at }) => at.toISOString());
  return [
    nothingFound('each delivery verifies with the old signing key', times(withOld), `${received.length}`),
    nothingFound(
      'each since the rotation verifies with the new one, too',
      times(withYoung),
      `${after.length}`,
    ),
    {
      what: 'deliveries came before and after the rotation',
      holds: after.length > 0 && after.length < received.length,
      detail: `${received.length - after.length} before, ${after.length} after`,
    },
  ];
}

/** By the official verifier, which takes what is at most five minutes old: a run is shorter. */
function verifies({ headers, rawBody }: Received, key: string): boolean {
  try {
    new Webhook(key).verify(rawBody, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
