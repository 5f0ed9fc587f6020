import { percentile } from '@writ/test-kit';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { questionsOf, type Known, type Question } from '../find/questions.ts';
import { startGrowSide, type GrowSide } from '../grow/grow-side.ts';
import { atMost, type Findings, type Table } from '../report/report.ts';

/** Runs of each question, after uncounted ones that load the tables into memory. */
const times = 50;
const warmUps = 5;
const postgres = ['shared_preload_libraries=pg_stat_statements'];
const waiting = 500;
const mostMs = { list: 50, search: 100, stats: 50 } as const;

export const find: Benchmark = {
  summary: 'every filter of lists, every search and statistics among 1 million operations',
  usualSize: 1_000_000,
  run,
};

type Answered = Question & { p50Ms: number; p95Ms: number; blocks: number; found: number };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const side = await startGrowSide(context, { name: 'find', total: size, postgres });
  await side.subject.pool.query('CREATE EXTENSION pg_stat_statements');
  tell(`Filling up to ${size} old operations.`);
  await side.old.fillUpTo(size);
  const goOn = await side.leaveWaiting(waiting);
  tell(`Asking each question ${times} times.`);
  const answered: Answered[] = [];
  for (const question of questionsOf(await knownOf(side), Date.now()))
    answered.push(await answerTo(side, question));
  await goOn();
  const worst = (kind: Question['kind']) =>
    Math.max(...answered.filter((each) => each.kind === kind).map(({ p95Ms }) => p95Ms));
  return {
    settings: { operations: size, waiting, times },
    figures: [],
    tables: [tableOf(answered)],
    goals: [
      atMost('slowest list: p95, ms', worst('list'), mostMs.list),
      atMost('slowest search: p95, ms', worst('search'), mostMs.search),
      atMost('slowest statistics: p95, ms', worst('stats'), mostMs.stats),
    ],
    checks: [...answered.map(foundOf), ...(await side.checks())],
  };
}

const knownSql = `
  SELECT id, integration_id AS "integrationId", installation_id AS "installationId", request_id AS "requestId", written_id AS "recordId"
  FROM operation WHERE id = ANY($1) AND written_id IS NOT NULL LIMIT 1`;

async function knownOf({ old, subject }: GrowSide): Promise<Known> {
  const { rows } = await subject.pool.query<Known>(knownSql, [await old.some(50)]);
  if (!rows[0]) throw new Error('There is no old operation that was written.');
  return rows[0];
}

type Answer = { results?: readonly unknown[]; buckets?: readonly unknown[]; count?: number };

async function answerTo(side: GrowSide, question: Question): Promise<Answered> {
  const ask = () => side.ask(question.path);
  for (let time = 0; time < warmUps; time += 1) await ask();
  const tookMs = new Float64Array(times);
  for (let time = 0; time < times; time += 1) tookMs[time] = (await ask()).ms;
  tookMs.sort();
  const blocks = await countBlocks(side, ask);
  const { results, buckets, count } = (await ask()).body as Answer;
  return {
    ...question,
    p50Ms: percentile(tookMs, 50),
    p95Ms: percentile(tookMs, 95),
    blocks,
    found: count ?? (results ?? buckets ?? []).length,
  };
}

const blocksSql = `
  SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS blocks
  FROM pg_stat_statements WHERE calls >= $1 AND query !~ 'pg_stat_statements'`;

/** Blocks of 8 kB that Postgres reads: the same on every machine. Rarer statements are the services' own. */
async function countBlocks({ subject: { pool } }: GrowSide, ask: () => Promise<unknown>): Promise<number> {
  await pool.query('SELECT pg_stat_statements_reset()');
  for (let time = 0; time < warmUps; time += 1) await ask();
  const { rows } = await pool.query<{ blocks: number }>(blocksSql, [warmUps]);
  return (rows[0]?.blocks ?? 0) / warmUps;
}

const tableOf = (answered: readonly Answered[]): Table => ({
  title: 'Each question',
  columns: ['', 'question', 'p50 ms', 'p95 ms', 'blocks of 8 kB', 'found'],
  rows: answered.map(({ kind, words, p50Ms, p95Ms, blocks, found }) => [
    kind,
    words,
    p50Ms,
    p95Ms,
    blocks,
    found,
  ]),
});

const foundOf = ({ kind, words, finds, found }: Answered): Verdict => ({
  what: `${kind}: ${words}`,
  holds: finds === found > 0,
  detail: `${found} found`,
});
