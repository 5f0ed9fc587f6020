import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { behindRow } from '@writ/test-kit';
import { startOperations, type TestOperations } from './testing/start-operations.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.close());

type Call = () => ReturnType<TestOperations['call']>;
const many = <T>(make: (nr: number) => T): T[] => Array.from({ length: 8 }, (_, nr) => make(nr));
const at =
  (path: string): Call =>
  () =>
    service.call('POST', path);

async function accepted() {
  const installed = await service.install();
  const operation = service.write(installed);
  await service.accept(operation);
  const { laneId } = installed;
  return {
    laneId,
    operationId: operation.id,
    pause: at(`/lanes/${laneId}:pause`),
    resume: at(`/lanes/${laneId}:resume`),
    cancel: at(`/operations/${operation.id}:cancel`),
  };
}

const paused = { reason: 'paused' };
const waitingAfter = async (laneId: string, calls: readonly Call[]): Promise<unknown[]> => {
  const answers = await behindRow(service.pool, { table: 'lane', id: laneId }, calls);
  return answers.map(({ status, body }) => (status === 200 ? body['waiting'] : status));
};

test('whoever pauses or resumes a lane is told what came of that, whatever others do at the same time', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { laneId, pause, resume } = await accepted();
    const calls = many((nr) => (nr % 2 === 0 ? pause : resume));
    expect(await waitingAfter(laneId, calls)).toEqual(many((nr) => (nr % 2 === 0 ? paused : undefined)));
  }
});

test('the last one decides whether a lane is paused', async () => {
  const { laneId, operationId, pause, resume } = await accepted();
  const waiting = async () => {
    const { body } = await service.call('GET', `/operations/${operationId}`);
    return (body['metadata'] as { waiting?: unknown }).waiting;
  };
  expect(await waitingAfter(laneId, [resume, pause])).toEqual([undefined, paused]);
  expect(await waiting()).toEqual(paused);
  expect(await waitingAfter(laneId, [pause, resume])).toEqual([paused, undefined]);
  expect(await waiting()).toBeUndefined();
});

test('of those who cancel a write at the same time one does, and all are told', async () => {
  const { operationId, cancel } = await accepted();
  const answers = await behindRow(
    service.pool,
    { table: 'operation', id: operationId },
    many(() => cancel),
  );
  expect(answers.map(({ status, body }) => [status, body['result']])).toEqual(many(() => [200, 'Cancelled']));
  expect(await service.events(operationId)).toHaveLength(1);
});
