import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { createApiKeyText, createKeyring, createTokenReader, projectSecrets } from '@writ/tenancy';
import { connectionsForCall } from './connections-for-call.ts';
import { writeLookUps } from '../index.ts';
import { installationsForCall } from './installations-for-call.ts';
import { findInstallationsNow } from './installations-now.ts';

const readToken = createTokenReader(() => new Date());
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

type Statement = { name: string; text: string; values: unknown[] };

/** The statements that `work` sends, but those that read contents by their ids, which have no name. */
async function statementsOf(work: (pool: Database['pool']) => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const query = (statement: Statement | string, values?: unknown[]) => {
    if (typeof statement === 'string') return db.pool.query(statement, values);
    sent.push(statement);
    return db.pool.query(statement.text, statement.values);
  };
  await work({ query } as unknown as Database['pool']);
  return sent;
}

/** How Postgres goes about a statement, by the plan that it keeps. */
async function planOf({ text, values }: Statement): Promise<string> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('what a write asks is read by indexes, however much of it there is', async () => {
  const project = newId();
  const integration = newId();
  await db.pool.query("INSERT INTO project (id, name, app_name) VALUES ($1, 'demo', 'Demo')", [project]);
  await db.pool.query(
    "INSERT INTO integration (id, project_id, name, provider, revision_id) VALUES ($2, $1, 'crm', 'hubspot', $2)",
    [project, integration],
  );
  await db.pool.query(
    `WITH numbers AS (SELECT generate_series(1, 2000) AS n), keys AS (
       INSERT INTO api_key (id, project_id, label, scopes, hash)
       SELECT gen_random_uuid(), $1, 'key', '{full}', sha256(n::text::bytea) FROM numbers
     ), connections AS (
       INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
       SELECT gen_random_uuid(), $1, 'hubspot', 'g' || n, 'a', 'apiKey', 'sealed' FROM numbers RETURNING id, group_ref
     )
     INSERT INTO installation (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
     SELECT gen_random_uuid(), $1, $2, group_ref, id, gen_random_uuid(), 'test' FROM connections`,
    [project, integration],
  );
  await db.pool.query('ANALYZE');
  const target = {
    projectId: project,
    integrationIdOrName: 'crm',
    groupRef: 'nobody',
    objectName: 'contacts',
  };
  const keyring = createKeyring(`k1:${Buffer.alloc(32).toString('base64')}`);
  const statements = await statementsOf(async (pool) => {
    const { findByCredential, findInstallation } = writeLookUps({ pool }, readToken);
    const byKey = findByCredential({ kind: 'apiKey', text: createApiKeyText(['full']) }, () =>
      Promise.resolve(target),
    );
    await Promise.all([byKey, findInstallation(target)]);
    await connectionsForCall({ pool }, projectSecrets(keyring, pool))(newId());
    await installationsForCall({ pool })(newId());
    await findInstallationsNow(pool, [newId()]);
  });
  expect(statements.map(({ name }) => name)).toEqual([
    'write-look-ups',
    'connections-for-call',
    'installations-for-call',
    'installations-now',
  ]);
  for (const statement of statements) {
    expect(await planOf(statement)).not.toMatch(/Seq Scan on (?:api_key|installation|connection)/);
  }
});

test('a group that nobody can have is not found, and its name burdens no neighbour', async () => {
  const target = { projectId: newId(), integrationIdOrName: 'crm', objectName: 'contacts' };
  const statements = await statementsOf((pool) => {
    const { findInstallation } = writeLookUps({ pool }, readToken);
    return Promise.all(
      Array.from({ length: 20 }, (_, nr) =>
        findInstallation({ ...target, groupRef: 'g'.repeat(100_000 + nr) }),
      ),
    );
  });
  expect(statements).toHaveLength(1);
  expect(JSON.stringify(statements[0]?.values).length).toBeLessThan(1_000);
});
