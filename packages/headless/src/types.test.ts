import { expect, test } from '@jest/globals';
import type {
  ConnectionAnswer,
  FieldMetadata as FieldAnswer,
  HydratedRevision,
  InputValidationProblem,
  InstallationAnswer,
  IntegrationAnswer,
} from '@writ/contracts';
import {
  createWrit,
  type Connection,
  type FieldMetadata,
  type FieldSettings,
  type Installation,
} from './index.ts';
import type { Integration, Issue, Revision, WritOptions } from './index.ts';

/** Compiles only where what the server answers can be taken for what the library says it is. */
const asTold = {
  connection: (answer: ConnectionAnswer): Connection => answer,
  field: (answer: FieldAnswer): FieldMetadata => answer,
  hydrated: (answer: HydratedRevision): Revision => answer,
  installation: (answer: InstallationAnswer): Omit<Installation, 'config'> => answer,
  integration: (answer: IntegrationAnswer): Omit<Integration, 'latestRevision'> => answer,
  issue: (answer: InputValidationProblem['issues'][number]): Issue => answer,
};

test('a default has exactly one member, and a client exactly one credential', () => {
  const good: FieldSettings[] = [
    { default: { stringValue: '' } },
    { default: { integerValue: 0 }, writeOnCreate: 'never' },
    { default: { booleanValue: false }, writeOnUpdate: 'ifEmpty' },
  ];
  // @ts-expect-error Two members.
  const two: FieldSettings = { default: { stringValue: '', integerValue: 1 } };
  // @ts-expect-error No member at all.
  const none: FieldSettings = { default: {} };
  // @ts-expect-error `ifEmpty` is about updates.
  const create: FieldSettings = { writeOnCreate: 'ifEmpty' };
  // @ts-expect-error No credential.
  const bare: WritOptions = { baseUrl: 'https://writ.test/v1', project: 'demo' };
  const both = {
    baseUrl: 'https://writ.test/v1',
    project: 'demo',
    apiKey: '',
    getToken: () => Promise.resolve(''),
  };
  // @ts-expect-error Two credentials.
  const doubled: WritOptions = both;
  expect([good, two, none, create, bare, doubled, asTold, createWrit]).toHaveLength(8);
});
