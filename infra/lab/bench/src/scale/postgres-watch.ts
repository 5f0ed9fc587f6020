import { setTimeout as delay } from 'node:timers/promises';
import type { Closing } from '@writ/service-kit';
import pg from 'pg';
import { openCounting } from '../measure/count-statements.ts';
import { sharesOf, type Share } from './shares.ts';

const role = 'measured';
const sampleEveryMs = 50;

/** One statement of the processes that are measured, with how often it ran and for how long in all. */
export type StatementUse = { query: string; calls: number; totalMs: number };

/** What Postgres did from the moment at which it was watched. */
export type PostgresWork = {
  statements: readonly StatementUse[];
  /** Transactions that wrote or locked rows: of all processes, since Postgres does not tell them apart. */
  commits: number;
  /** Of the sessions that had something under way: what they waited for. */
  waits: readonly Share[];
  /** How many had, on average. */
  busySessions: number;
};

export type PostgresWatch = {
  /** The address by which processes are told apart: theirs is another role with the same rights. */
  measuredUrl: string;
  /** Whether no session of these processes has anything under way. */
  isQuiet: () => Promise<boolean>;
  begin: () => Promise<() => Promise<PostgresWork>>;
};

/** Watches from a database of its own, so that what it asks is in no figure. */
export async function watchPostgres(url: string, closing: Closing): Promise<PostgresWatch> {
  const own = new URL(url);
  own.pathname = '/template1';
  const client = new pg.Client({ connectionString: own.href });
  await client.connect();
  closing.add(client, (opened) => opened.end());
  await openCounting(client);
  await client.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD '${own.password}'`);
  const measured = new URL(url);
  measured.username = role;

  const sessions = async () => (await client.query<Sessions>(sessionsSql)).rows;
  const transactions = async () => Number((await client.query<{ next: string }>(nextSql)).rows[0]?.next);
  return {
    measuredUrl: measured.href,
    isQuiet: async () => (await sessions()).length === 0,
    begin: async () => {
      await client.query('SELECT pg_stat_statements_reset()');
      const first = await transactions();
      const endSampling = sample(sessions);
      return async () => {
        const sampled = await endSampling();
        const { rows } = await client.query<StatementUse>(statementsSql);
        return { statements: rows, commits: (await transactions()) - first, ...sampled };
      };
    },
  };
}

/** How many sessions wait for the same. */
type Sessions = { name: string; count: number };

const sessionsSql = `SELECT CASE WHEN state LIKE 'idle in transaction%' THEN 'its client, in a transaction'
    WHEN wait_event IS NULL THEN 'CPU' ELSE wait_event_type || ':' || wait_event END AS name,
    count(*)::int AS count
  FROM pg_stat_activity WHERE usename = '${role}' AND state <> 'idle' GROUP BY 1`;

const nextSql = 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next';

const statementsSql = `SELECT query, calls::float8 AS calls, total_exec_time AS "totalMs"
  FROM pg_stat_statements WHERE userid = '${role}'::regrole ORDER BY calls DESC`;

/** Looks again and again until it is ended. */
function sample(look: () => Promise<readonly Sessions[]>) {
  const seen: Sessions[] = [];
  const state = { looks: 0, ended: false };
  const looking = (async () => {
    while (!state.ended) {
      seen.push(...(await look()));
      state.looks += 1;
      await delay(sampleEveryMs);
    }
  })();
  return async (): Promise<Pick<PostgresWork, 'waits' | 'busySessions'>> => {
    state.ended = true;
    await looking;
    const busy = seen.reduce((sum, { count }) => sum + count, 0);
    return { waits: sharesOf(seen), busySessions: busy / state.looks };
  };
}
