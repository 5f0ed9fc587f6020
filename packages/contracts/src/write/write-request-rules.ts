/** Schema of a body in which a member of these records is so. */
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

/**
 * Members of a write that exclude or need each other (Contract §4.1), as the description says it. Requests are told of it
 * in words, by the gateway's rules.
 */
export const writeRequestRules = {
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
