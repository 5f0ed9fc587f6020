import { expect, test } from '@jest/globals';
import { writeRequestRules, writeRequestSchema } from '@writ/contracts';
import { createSchemaCompiler } from '@writ/http-kit';
import { writeRules } from './write-rules.ts';

const types = ['create', 'update', 'delete'] as const;
const modes = [{}, { mode: 'synchronous' }, { mode: 'asynchronous' }];
const ids = [{}, { id: '1' }, { id: 5 }, { id: '' }, { id: null }];
const associations = [{ to: { id: '1' }, types: [{ associationCategory: 'A', associationTypeId: 1 }] }];
const optional = {
  associations,
  batchPolicy: { allOrNone: true },
  autoBatchPolicy: { maxDelayMinutes: 1 },
  retryPolicy: { deadlineHours: 1 },
};

/** Every choice of some members of an object. */
const choices = (members: object): object[] =>
  Object.entries<unknown>(members as Record<string, unknown>).reduce<object[]>(
    (chosen, [name, value]) => [...chosen, ...chosen.map((one) => ({ ...one, [name]: value }))],
    [{}],
  );

/** Bodies of the right form with every choice of members that could exclude or need each other. */
function* bodies(): Generator<object> {
  for (const id of ids) {
    const batch = [{ record: { id: '1', ...id } }, { record: { ...id } }];
    const contents = [
      { record: id },
      { batch },
      { batch: [{ record: id, associations }] },
      { batch: [{ record: id, associations: [] }], associations: [] },
      { record: id, batch },
      {},
    ];
    for (const content of contents)
      for (const type of types)
        for (const mode of modes)
          for (const more of choices(optional)) yield { groupRef: 'g', type, ...mode, ...content, ...more };
  }
}

test('what the description says of members that exclude or need each other is what the rules refuse', () => {
  const check = createSchemaCompiler()({ ...writeRequestSchema, ...writeRequestRules }, 'body');
  const verdicts = [...bodies()].map((body) => ({
    body,
    stated: check(structuredClone(body)).length === 0,
    ruled: writeRules(body).length === 0,
  }));
  expect(verdicts.filter(({ stated, ruled }) => stated !== ruled)).toEqual([]);
  expect(verdicts.filter(({ stated }) => stated).length).toBeGreaterThan(50);
});
