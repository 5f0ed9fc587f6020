import { randomUUID } from 'node:crypto';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { Attack, Experiment } from '../experiment.ts';
import { sendWrite } from '../ground/ask.ts';
import { groupRef } from '../ground/seed-project.ts';

export const race: Experiment = {
  summary: 'A9: posts with one Idempotency-Key at the same time, over three gateways',
  unit: 'concurrent posts',
  usualN: 100,
  gateways: 3,
  run: async (attack) => [
    ...(await raceOf(attack, 'synchronous')),
    ...(await raceOf(attack, 'asynchronous')),
  ],
};

async function raceOf({ ground, n, tell }: Attack, mode: 'synchronous' | 'asynchronous'): Promise<Verdict[]> {
  const { gateways, sandbox, subject } = ground;
  const project = ground.projects.hubspot;
  const key = randomUUID();
  const body = { groupRef, type: 'create', mode, record: { firstname: key } };
  tell(`${n} ${mode} writes with one key.`);
  const headers = { 'idempotency-key': key };
  const answers = await Promise.all(
    Array.from({ length: n }, (_, at) =>
      sendWrite(gateways[at % gateways.length] ?? gateways[0], project, { body, headers }),
    ),
  );
  const { rows } = await subject.pool.query(
    'SELECT 1 FROM operation_record WHERE project_id = $1 AND planned @> $2::jsonb',
    [project.id, JSON.stringify({ firstname: key })],
  );
  const contacts = await sandbox.contacts(project.account);
  const records = contacts.filter(({ fields }) => fields['firstname'] === key).length;

  const accepted = answers.filter(({ status }) => status === 200);
  const first = accepted.filter((answer) => answer.headers['idempotency-replayed'] !== 'true').length;
  const running = answers.filter(({ status }) => status === 409).length;
  const ids = new Set(accepted.map((answer) => answer.body['operationId'])).size;
  const wanted = mode === 'synchronous' ? 1 : 0;
  return [
    {
      what: `${mode}: one is performed, all others are repeated or 409`,
      holds: first === 1 && accepted.length + running === answers.length,
      detail: `${first} performed, ${accepted.length - first} repeated, ${running} × 409`,
    },
    {
      what: `${mode}: exactly one operation`,
      holds: ids === 1 && rows.length === 1,
      detail: `${ids} in answers, ${rows.length} stored`,
    },
    {
      what: `${mode}: ${wanted} record at the provider`,
      holds: records === wanted,
      detail: `${records} records`,
    },
  ];
}
