import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { integrationName } from '@writ/stack';
import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { inTurn, meanOf } from '../load/in-turn.ts';
import type { LoadResult } from '../load/load-task.ts';
import { atLeast, type Findings } from '../report/report.ts';
import { contactBatch, contactRecord } from '../subject/contact.ts';
import { startBench, writeLoad, type Bench } from '../subject/start-bench.ts';
import { writtenOnce } from '../subject/written-once.ts';

const batchSize = 100;
const program = join(import.meta.dirname, '../../../../../packages/cli/src/writ.main.ts');

export const batchFile: Benchmark = {
  summary: 'writ write batch of a file, from its start to its end, and the same batches by HTTP alone',
  usualSize: 10_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const bench = await startBench(context);
  const { subject, project, sandbox, accounts, load } = bench;
  const batches = Math.max(1, Math.round(context.size / batchSize));
  const task = {
    ...writeLoad(subject, project, accounts),
    bodies: [contactBatch(accounts[0], batchSize)],
    pace: { kind: 'count', count: batches } as const,
  };
  let begun = 0;
  const from = (): number => (begun += batches) - batches;
  const bare = (connections: number, more: { keyPrefix?: string } = {}): Promise<LoadResult> =>
    load.send({ ...task, ...more, connections, from: from() });
  const file = fileWriter(context, bench);

  context.tell('The same batches by HTTP over one connection, and a file, in turn.');
  const { yardstick, subject: files } = await inTurn(
    async () => ({ bare: await bare(1), keyed: await bare(1, { keyPrefix: 'bench' }) }),
    () => file(from() * batchSize, batches * batchSize),
  );
  context.tell('By HTTP over eight connections, in any order.');
  const many = await bare(8);

  const rateOf = (way: 'bare' | 'keyed') =>
    meanOf(
      yardstick.map((turn) => turn[way]),
      ({ perSecond }) => perSecond,
    ) * batchSize;
  const [rate, keyedRate] = [rateOf('bare'), rateOf('keyed')];
  const fileRate =
    (batches * batchSize) / (files.reduce((sum, { seconds }) => sum + seconds, 0) / files.length);
  const unit = 'records/s';
  return {
    settings: { records: batches * batchSize, 'records a request': batchSize },
    figures: [
      { name: 'by HTTP, one request after the other', value: rate, unit },
      { name: 'the same with a key each, as the command line sends them', value: keyedRate, unit },
      { name: 'writ write batch, from start to end', value: fileRate, unit },
      { name: 'by HTTP, eight requests at once', value: many.perSecond * batchSize, unit },
    ],
    goals: [atLeast('writ write batch / HTTP', fileRate / rate, 0.8)],
    checks: [
      allSucceeded([...yardstick.flatMap(({ bare: one, keyed }) => [one, keyed]), many]),
      allReported(files),
      await writtenOnce(sandbox, accounts, begun * batchSize),
    ],
  };
}

type Filed = { seconds: number; records: number; succeeded: number };

function fileWriter(
  { dataDir, environment, profileDir }: BenchContext,
  { subject: { stack }, project, accounts: [account] }: Bench,
) {
  const env = {
    ...environment,
    WRIT_MANAGEMENT_URL: `${stack.managementUrl}/v1`,
    WRIT_WRITE_URL: `${stack.replicas['write-gateway'][0]?.url ?? ''}/v1`,
    WRIT_PROJECT: project.name,
    WRIT_API_KEY: project.apiKey,
    // Like `npm run writ`.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    ...(profileDir !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }),
  };
  return async (first: number, count: number): Promise<Filed> => {
    const path = join(dataDir, `records-${first}.ndjson`);
    const records = Array.from({ length: count }, (_, place) => JSON.stringify(contactRecord(first + place)));
    await writeFile(path, records.join('\n'));
    const target = ['-g', account.groupRef, '-i', integrationName];
    const beganAtMs = performance.now();
    await promisify(execFile)(process.execPath, [program, 'write', 'batch', 'contacts', path, ...target], {
      env,
    });
    const seconds = (performance.now() - beganAtMs) / 1000;
    const lines = (await readFile(`${path}.results.ndjson`, 'utf8')).trim().split('\n');
    const succeeded = lines.filter((line) => (JSON.parse(line) as { success: boolean }).success).length;
    return { seconds, records: count, succeeded };
  };
}

const allSucceeded = (results: readonly LoadResult[]): Verdict =>
  noneOf(
    'every request by HTTP succeeded',
    results.flatMap(({ failures }) => Object.keys(failures)),
    `${results.length} turns`,
  );

const allReported = (files: readonly Filed[]): Verdict => ({
  what: 'the command line reported every record as written',
  holds: files.length > 0 && files.every(({ records, succeeded }) => records === succeeded),
  detail: files.map(({ records, succeeded }) => `${succeeded} of ${records}`).join(', '),
});
