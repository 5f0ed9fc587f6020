import { expect, test } from '@jest/globals';
import { writeRequestSchema } from '@writ/contracts';
import { createSchemaCompiler } from '@writ/problems';
import { writeRules } from './write-rules.ts';

const records = (record: object) => ({
  properties: { record, batch: { items: { properties: { record } } } },
});

const none = { maxItems: 0 } as const;
const noAssociations = {
  properties: { associations: none, batch: { items: { properties: { associations: none } } } },
} as const;

const ofType = (...types: readonly string[]) => ({
  required: ['type'],
  properties: { type: { enum: types } },
});

const later = {
  required: ['mode'],
  properties: { mode: { const: 'asynchronous' }, type: { enum: ['create', 'update'] } },
} as const;

const recordId = { anyOf: [{ type: 'string', minLength: 1 }, { type: 'integer' }] } as const;

/** The rules as a schema (Contract §4.1). */
const statedRules = {
  oneOf: [{ required: ['record'] }, { required: ['batch'] }],
  dependentRequired: { batchPolicy: ['batch'] },
  dependentSchemas: {
    batch: { properties: { associations: none, type: { enum: ['create', 'update'] } } },
    retryPolicy: later,
    autoBatchPolicy: { required: ['mode', 'record'], properties: { ...later.properties, record: {} } },
  },
  allOf: [
    { if: ofType('create'), then: records({ properties: { id: false } }) },
    {
      if: ofType('update', 'delete'),
      then: {
        allOf: [records({ required: ['id'], properties: { id: recordId } }), noAssociations],
      },
    },
  ],
} as const;

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

/** Every choice of members. */
const choices = (members: object): object[] =>
  Object.entries<unknown>(members as Record<string, unknown>).reduce<object[]>(
    (chosen, [name, value]) => [...chosen, ...chosen.map((one) => ({ ...one, [name]: value }))],
    [{}],
  );

/** Well-formed bodies with every choice of these members. */
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

test('what the contract says of members that exclude or need each other is what the rules refuse', () => {
  const check = createSchemaCompiler()({ ...writeRequestSchema, ...statedRules }, 'body');
  const verdicts = [...bodies()].map((body) => ({
    body,
    stated: check(structuredClone(body)).length === 0,
    ruled: writeRules(body).length === 0,
  }));
  expect(verdicts.filter(({ stated, ruled }) => stated !== ruled)).toEqual([]);
  expect(verdicts.filter(({ stated }) => stated).length).toBeGreaterThan(50);
});
