import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { createKeyring, keyOf, withNewKey, type Keyring } from './keyring.ts';
import { checkKeysInUse, keysInUse } from './keys-in-use.ts';
import { projectSecrets } from './project-secrets.ts';
import { reseal, type ResealOptions } from './reseal.ts';
import { sealWith } from './seal.ts';
import { sealedColumns, type SealedPlace } from './sealed-columns.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

const ringOf = (...ids: string[]) =>
  createKeyring(ids.map((id) => `${id}:${randomBytes(32).toString('base64')}`).join(','));
const only = ({ keys }: Keyring, id: string): Keyring => ({
  sealingKeyId: id,
  keys: new Map([[id, keys.get(id)!]]),
});
/** The same keys, the last one first. */
const rotated = (ring: Keyring): Keyring => ({ ...ring, sealingKeyId: [...ring.keys.keys()].at(-1)! });
const older = (ring: Keyring, secret: string, place: SealedPlace) =>
  sealWith({ form: 'v1', id: ring.sealingKeyId, key: keyOf(ring, ring.sealingKeyId) }, secret, place);

const inserts = {
  connection: `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
    VALUES ($1, $2, 'hubspot', 'acme', '1', 'apiKey', $3)`,
  provider_app: `INSERT INTO provider_app (id, project_id, provider, client_id, client_secret)
    VALUES ($1, $2, gen_random_uuid()::text, 'client', $3)`,
  destination: `INSERT INTO destination (id, project_id, name, type, metadata, sealed)
    VALUES ($1, $2, gen_random_uuid()::text, 'webhook', '{}', $3)`,
  oauth_connect: `INSERT INTO oauth_connect
      (id, project_id, provider, provider_app_id, group_ref, nonce_hash, begun_by, code_verifier)
    VALUES ($1, $2, 'hubspot', gen_random_uuid(), 'acme', '', '{}', $3)`,
};
type Kept = { place: SealedPlace; projectId: string; secret: string };

/** A secret in each column, of the older form or of the newer one. */
async function keep(ring: Keyring, projectId: string, form: 'older' | 'newer'): Promise<Kept[]> {
  const kept = sealedColumns.map((column) => {
    const rowId = newId();
    return { place: { ...column, rowId }, projectId, secret: `secret of ${rowId}` };
  });
  const seal = form === 'newer' ? await projectSecrets(ring, db.pool).sealer(projectId) : undefined;
  for (const { place, secret } of kept) {
    const sealed = seal ? seal(secret, place) : older(ring, secret, place);
    await db.pool.query(inserts[place.table], [place.rowId, projectId, sealed]);
  }
  return kept;
}

const sealedAt = async ({ table, column, rowId }: SealedPlace): Promise<string> => {
  const statement = `SELECT ${column} AS sealed FROM ${table} WHERE id = $1`;
  return (await db.pool.query<{ sealed: string }>(statement, [rowId])).rows[0]!.sealed;
};

/** What those open who have these keys and begin anew. */
async function opened(ring: Keyring, kept: readonly Kept[]): Promise<string[]> {
  const secrets = projectSecrets(ring, db.pool);
  return Promise.all(kept.map(async ({ place }) => secrets.open(await sealedAt(place), place)));
}
const secretsOf = (kept: readonly Kept[]) => kept.map(({ secret }) => secret);
/** How many secrets `ground` keeps in the older form, and in all. */
const olderOnes = 2 * sealedColumns.length;
const all = 3 * sealedColumns.length;
const run = (ring: Keyring, options?: ResealOptions) => reseal(db.pool, ring, options);

/** Two projects, one of them with secrets of both forms. */
async function ground() {
  const ring = ringOf('k1', 'k2');
  const [one, two] = [newId(), newId()];
  const kept = [
    ...(await keep(ring, one, 'older')),
    ...(await keep(ring, one, 'newer')),
    ...(await keep(ring, two, 'older')),
  ];
  return { ring, kept, one, two };
}

test('afterwards nothing needs the old key, which may be dropped, and doing it again does nothing', async () => {
  const { ring, kept } = await ground();
  await db.pool.query(inserts.destination, [newId(), newId(), null]);
  expect(await keysInUse(db.pool)).toEqual([{ keyId: 'k1', dataKeys: 1, secrets: olderOnes }]);
  expect(await keysInUse(db.pool, { dataKeysAlone: true })).toEqual([
    { keyId: 'k1', dataKeys: 1, secrets: 0 },
  ]);
  const told: [string, number][] = [];
  const done = await run(rotated(ring), {
    batchSize: 1,
    onProgress: (column, sealed) => void told.push([column, sealed]),
  });
  expect(done).toEqual({ newDataKeys: 0, dataKeys: 1, secrets: olderOnes, left: new Map() });
  expect(told).toEqual([
    ['project_key.sealed', 1],
    ...sealedColumns.flatMap(({ table, column }) => [1, 2].map((count) => [`${table}.${column}`, count])),
  ]);
  expect(await keysInUse(db.pool)).toEqual([{ keyId: 'k2', dataKeys: 2, secrets: 0 }]);
  expect(await opened(only(ring, 'k2'), kept)).toEqual(secretsOf(kept));
  expect(await run(rotated(ring))).toEqual({ newDataKeys: 0, dataKeys: 0, secrets: 0, left: new Map() });
});

/** Dies when it is called so often. */
function dyingAt(call: number): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === call) throw new Error('killed');
  };
}
const later = (work: () => void) => () => Promise.resolve().then(work);
const killed: [string, () => ResealOptions][] = [
  ['before it stores a batch', () => ({ beforeStore: later(dyingAt(2)) })],
  ['after it stored one', () => ({ onProgress: dyingAt(1) })],
];

test.each(killed)('killed again and again %s, everything opens, and it gets done', async (_, dying) => {
  const { ring, kept } = await ground();
  let runs = 0;
  for (let isDone = false; !isDone;) {
    runs += 1;
    isDone = await run(rotated(ring), { batchSize: 2, ...dying() }).then(
      () => true,
      () => false,
    );
    expect(await opened(ring, kept)).toEqual(secretsOf(kept));
  }
  expect(runs).toBeGreaterThan(3);
  expect(await opened(only(ring, 'k2'), kept)).toEqual(secretsOf(kept));
});

test('two at once share the work, and nothing is lost', async () => {
  const { ring, kept } = await ground();
  const both = await Promise.all([1, 2].map(() => run(rotated(ring), { batchSize: 2 })));
  expect(both[0]!.secrets + both[1]!.secrets).toBe(olderOnes);
  expect(both[0]!.dataKeys + both[1]!.dataKeys).toBe(1);
  expect(await opened(only(ring, 'k2'), kept)).toEqual(secretsOf(kept));
});

test('what a process stores in between stays, also where it holds the row for a while', async () => {
  const ring = ringOf('k1', 'k2');
  const projectId = newId();
  const [connection] = await keep(ring, projectId, 'older');
  const { place } = connection!;
  const renewed = older(ring, 'renewed', place);
  const write = 'UPDATE connection SET credentials = $2 WHERE id = $1';
  const holder = await db.pool.connect();
  let looks = 0;
  await run(rotated(ring), {
    beforeStore: async () => {
      looks += 1;
      if (looks === 1) await holder.query('BEGIN');
      if (looks === 1) await holder.query(write, [place.rowId, renewed]);
      if (looks === 2) await holder.query('COMMIT');
    },
  });
  holder.release();
  expect(looks).toBeGreaterThan(2);
  expect(await opened(only(ring, 'k2'), [connection!])).toEqual(['renewed']);
});

test('what no key opens, and what was moved, is left as it is and told; the rest is done', async () => {
  const ring = ringOf('k0', 'k1', 'k2');
  const lost = await keep(only(ring, 'k0'), newId(), 'newer');
  const kept = await keep(only(ring, 'k1'), newId(), 'older');
  const [from, to] = [await keep(only(ring, 'k1'), newId(), 'older'), await keep(ring, newId(), 'newer')];
  const copied = await sealedAt(from[0]!.place);
  await db.pool.query('UPDATE connection SET credentials = $2 WHERE id = $1', [to[0]!.place.rowId, copied]);
  const before = await Promise.all(lost.map(({ place }) => sealedAt(place)));
  const own: Keyring = { sealingKeyId: 'k2', keys: new Map([...ring.keys].filter(([id]) => id !== 'k0')) };

  const { left } = await run(own);

  const lacking = 'ENCRYPTION_KEYS holds no key with the id "k0".';
  const other = 'ENCRYPTION_KEYS holds another key as k1 than the one that sealed it';
  expect(left).toEqual(
    new Map([
      // Two data keys; the secrets below them are as they should be.
      [lacking, 2],
      [`A sealed connection.credentials was changed or moved, or ${other}.`, 1],
    ]),
  );
  expect(await Promise.all(lost.map(({ place }) => sealedAt(place)))).toEqual(before);
  expect(await sealedAt(to[0]!.place)).toBe(copied);
  expect(await opened(only(ring, 'k2'), [...kept, ...from])).toEqual(secretsOf([...kept, ...from]));
});

test('a ring with other bytes under the same names changes nothing', async () => {
  const { ring, kept } = await ground();
  const other = ringOf('k3', 'k1');
  const { left, ...done } = await run(other, { newDataKeys: true });
  expect(done).toEqual({ newDataKeys: 0, dataKeys: 0, secrets: 0 });
  expect([...left.values()].reduce((sum, count) => sum + count)).toBe(olderOnes + 1);
  expect(await opened(ring, kept)).toEqual(secretsOf(kept));
});

test('a ring with other bytes under the id that seals is not done, and is told to be wrong', async () => {
  const { ring, kept } = await ground();
  await run(ring);
  const other = ringOf('k1');
  const { left, ...done } = await run(other);
  expect([done.dataKeys, ...left.values()]).toEqual([0, 2]);
  const faultsWith = async (keys: Keyring) =>
    (await checkKeysInUse(db.pool, keys)).map(({ keyId, fault }) => [keyId, fault]);
  expect(await faultsWith(other)).toEqual([['k1', 'wrong']]);
  expect(await faultsWith(ringOf('k9'))).toEqual([['k1', 'missing']]);
  expect(await faultsWith(ring)).toEqual([['k1', undefined]]);
  expect(await opened(ring, kept)).toEqual(secretsOf(kept));
});

test('projects get new data keys once for each rotation, broken off or not, and old ones still open', async () => {
  const { ring, kept, one } = await ground();
  const stale = await projectSecrets(ring, db.pool).sealer(one);
  const stopped = run(rotated(ring), {
    newDataKeys: true,
    beforeStore: () => Promise.reject(new Error('killed')),
  });
  await expect(stopped).rejects.toThrow('killed');
  const done = await run(rotated(ring), { newDataKeys: true });
  // The new one stood before the run was broken off; the old one is kept, since somebody may still seal with it.
  expect(done).toEqual({ newDataKeys: 0, dataKeys: 1, secrets: all, left: new Map() });
  const { place } = kept[0]!;
  await db.pool.query('UPDATE connection SET credentials = $2 WHERE id = $1', [
    place.rowId,
    stale(kept[0]!.secret, place),
  ]);
  expect(await opened(only(ring, 'k2'), kept)).toEqual(secretsOf(kept));
  expect(await run(rotated(ring), { newDataKeys: true })).toMatchObject({ newDataKeys: 0, secrets: 1 });
});

test('projects get new data keys also when theirs were sealed with the new key before, or it is not known when', async () => {
  const { ring, kept, two } = await ground();
  await run(rotated(ring));
  const done = await run(rotated(ring), { newDataKeys: true });
  // The other project got its data key only after the rotation.
  expect(done).toMatchObject({ newDataKeys: 1, dataKeys: 0 });
  await db.pool.query('UPDATE project_key SET made_with = NULL WHERE project_id = $1', [two]);
  expect(await run(rotated(ring), { newDataKeys: true })).toMatchObject({ newDataKeys: 1 });
  expect(await run(rotated(ring), { newDataKeys: true })).toMatchObject({ newDataKeys: 0, secrets: 0 });
  expect(await opened(only(ring, 'k2'), kept)).toEqual(secretsOf(kept));
});

test('a new key has an id that no other one has, opens behind the others and seals before them', () => {
  const ring = ringOf('k1', 'k7', 'old');
  const { id, opening, sealing } = withNewKey(ring);
  expect(id).toMatch(/^k[0-9a-f]{8}$/);
  expect(withNewKey(ring).id).not.toBe(id);
  expect(createKeyring(opening).sealingKeyId).toBe('k1');
  expect([...createKeyring(opening).keys.keys()]).toEqual(['k1', 'k7', 'old', id]);
  expect(createKeyring(sealing).sealingKeyId).toBe(id);
  expect(createKeyring(sealing).keys).toEqual(createKeyring(opening).keys);
  expect(createKeyring(sealing).keys.get('k7')).toEqual(ring.keys.get('k7'));
});
