import { randomUUID } from 'node:crypto';
import type { Attack, Experiment, Verdict } from '../experiment.ts';
import { account, groupRef } from '../ground/seed-project.ts';
import { sendWrite, type Answer } from '../ground/send-write.ts';

/** Many requests with one `Idempotency-Key`, at the same moment, over several processes (Quality §2, A9). */
export const race: Experiment = {
  summary: 'A9: posts with one Idempotency-Key at once, over three gateways',
  unit: 'concurrent posts',
  usualN: 100,
  gateways: 3,
  run: async (attack) => [
    ...(await raceOf(attack, 'synchronous')),
    ...(await raceOf(attack, 'asynchronous')),
  ],
};

async function raceOf({ ground, n, tell }: Attack, mode: 'synchronous' | 'asynchronous'): Promise<Verdict[]> {
  const { gateways, project, sandbox, database } = ground;
  const key = randomUUID();
  const body = JSON.stringify({ groupRef, type: 'create', mode, record: { firstname: key } });
  tell(`${n} ${mode} writes with one key.`);
  const answers = await Promise.all(
    Array.from({ length: n }, (_, at) =>
      sendWrite(gateways[at % gateways.length] ?? gateways[0], project, {
        provider: 'hubspot',
        body,
        headers: { 'idempotency-key': key },
      }),
    ),
  );
  const { rows } = await database.pool.query(
    'SELECT 1 FROM operation_record WHERE project_id = $1 AND planned @> $2::jsonb',
    [project.id, JSON.stringify({ firstname: key })],
  );
  const done = sandbox
    .records('hubspot', account, 'contacts')
    .filter(({ fields }) => fields['firstname'] === key);
  return judgeRace(mode, answers, { operations: rows.length, records: done.length });
}

function judgeRace(
  mode: string,
  answers: readonly Answer[],
  held: { operations: number; records: number },
): Verdict[] {
  const isReplay = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';
  const accepted = answers.filter(({ status }) => status === 200);
  const first = accepted.filter((answer) => !isReplay(answer));
  const running = answers.filter(({ status }) => status === 409);
  const ids = new Set(accepted.map(({ body }) => body['operationId']));
  const wanted = mode === 'synchronous' ? 1 : 0;
  return [
    {
      what: `${mode}: one is performed, all others are repeated or 409`,
      holds: first.length === 1 && accepted.length + running.length === answers.length,
      detail: `${first.length} performed, ${accepted.length - first.length} repeated, ${running.length} × 409`,
    },
    {
      what: `${mode}: exactly one operation`,
      holds: ids.size === 1 && held.operations === 1,
      detail: `${ids.size} told, ${held.operations} stored`,
    },
    {
      what: `${mode}: ${wanted} record at the provider`,
      holds: held.records === wanted,
      detail: `${held.records} records`,
    },
  ];
}
