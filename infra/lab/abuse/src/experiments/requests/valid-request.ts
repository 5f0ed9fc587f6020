import type { StackProvider } from '@writ/stack';
import fc from 'fast-check';
import { groupRef } from '../../ground/seed-project.ts';

export type Body = Record<string, unknown>;

/** The provider may still refuse its records. */
export type ValidRequest = { provider: StackProvider; body: Body };

type Type = 'create' | 'update' | 'upsert' | 'delete';

const keyFields = { hubspot: 'external_id', salesforce: 'External_Id__c' } as const;

const fieldNames = {
  hubspot: ['firstname', 'lastname', 'email', 'phone', 'city', 'annualrevenue', 'nonsense'],
  salesforce: ['FirstName', 'LastName', 'Email', 'Phone', 'MailingCity', 'DoNotCall', 'Nonsense'],
} as const;

const storable = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const value = fc.oneof(
  storable,
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
);

const fieldsOf = (provider: StackProvider, minKeys = 0) =>
  fc.dictionary(fc.constantFrom(...fieldNames[provider]), value, {
    minKeys,
    maxKeys: 5,
    noNullPrototype: true,
  });

const idOf = (provider: StackProvider): fc.Arbitrary<string> =>
  provider === 'hubspot'
    ? fc.stringMatching(/^[1-9][0-9]{0,11}$/)
    : fc.stringMatching(/^003[0-9A-Za-z]{12}(?:[0-9A-Za-z]{3})?$/);

function recordOf(provider: StackProvider, type: Type): fc.Arbitrary<Body> {
  // A create needs a field.
  if (type === 'create') return fieldsOf(provider, 1);
  const known =
    type === 'upsert'
      ? fc.record({ [keyFields[provider]]: fc.stringMatching(/^k[0-9]{1,9}$/) })
      : fc.record({ id: idOf(provider) });
  return fc.tuple(known, fieldsOf(provider)).map(([key, fields]) => ({ ...key, ...fields }));
}

const mayCreate = (type: Type): boolean => type === 'create' || type === 'upsert';

const associations = fc.constant([
  { to: { id: '9001' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 15 }] },
]);
const forwarded = fc.array(
  fc.record({ key: fc.stringMatching(/^Sforce-[A-Za-z]{1,10}$/), value: fc.stringMatching(/^[ -~]{0,20}$/) }),
  { maxLength: 3 },
);

const some = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Body> =>
  fc.record(members, { requiredKeys: [], noNullPrototype: true });

function single(provider: StackProvider, type: Type): fc.Arbitrary<Body> {
  const extras = some({
    ...(provider === 'hubspot' && mayCreate(type) && { associations }),
    ...(provider === 'salesforce' && { headers: forwarded }),
  });
  const later = some({
    retryPolicy: fc.record({ deadlineHours: fc.integer({ min: 1, max: 48 }) }),
    autoBatchPolicy: fc.record({ maxDelayMinutes: fc.integer({ min: 1, max: 1_440 }) }),
  }).map((policies) => ({ mode: 'asynchronous', ...policies }));
  const now = some({ mode: fc.constant('synchronous') });
  const when = type === 'delete' ? now : fc.oneof(now, later);
  return fc
    .tuple(recordOf(provider, type), extras, when)
    .map(([record, more, mode]) => ({ record, ...more, ...mode }));
}

function batch(provider: StackProvider, type: Type): fc.Arbitrary<Body> {
  const items = fc.uniqueArray(
    fc
      .tuple(
        recordOf(provider, type),
        some(provider === 'hubspot' && mayCreate(type) ? { associations } : {}),
      )
      .map(([record, more]) => ({ record, ...more })),
    { minLength: 1, maxLength: 4, selector: ({ record }) => record['id'] ?? Symbol('no id') },
  );
  const more = some({
    mode: fc.constantFrom('synchronous', 'asynchronous'),
    batchPolicy: some({ allOrNone: fc.boolean() }),
    ...(provider === 'salesforce' && { headers: forwarded }),
  });
  return fc.tuple(items, more).map(([records, rest]) => ({ batch: records, ...rest }));
}

const forms = [
  { type: 'create', form: single },
  { type: 'create', form: batch },
  { type: 'update', form: single },
  { type: 'update', form: batch },
  { type: 'upsert', form: single },
  { type: 'upsert', form: batch },
  { type: 'delete', form: single },
] as const;

/** Any valid request (Contract §4.1). */
export const validRequest: fc.Arbitrary<ValidRequest> = fc.oneof(
  ...(['hubspot', 'salesforce'] as const).flatMap((provider) =>
    forms.map(({ type, form }) =>
      form(provider, type).map((body) => ({
        provider,
        body: { groupRef, type, ...(type === 'upsert' && { key: keyFields[provider] }), ...body },
      })),
    ),
  ),
);
