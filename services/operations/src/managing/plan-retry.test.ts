import { expect, test } from '@jest/globals';
import type { RetryableOperation } from '@writ/operation';
import type { PlannedRecord } from '@writ/write-core';
import { planRetry } from './plan-retry.ts';

const now = {
  id: 'installation',
  integrationId: 'integration',
  groupRef: 'acme',
  configId: 'config',
  connectionId: 'connection',
  provider: 'hubspot',
  account: 'one',
  foreignConnection: false,
};
const made = { id: '01980f6e-5c1a-7c05-8a4e-2b9d7f603e11', requestId: 'request' };

const failed = (type: 'create' | 'update', planned: Partial<PlannedRecord>): RetryableOperation => ({
  projectId: 'project',
  integrationId: 'integration',
  installationId: now.id,
  configId: 'before',
  connectionId: 'before',
  groupRef: 'acme',
  provider: 'hubspot',
  account: 'one',
  id: 'operation',
  objectName: 'contacts',
  type,
  form: 'single',
  allOrNone: false,
  forwardHeaders: [],
  shareKey: null,
  deadlineHours: 1,
  failed: [
    { index: 0, planned: { fields: { name: 'a' }, ...planned }, ambiguous: false, isCollected: false },
  ],
});
const associations = [{ to: { id: '7' }, types: [{ associationCategory: 'USER', associationTypeId: 1 }] }];

test.each<[string, RetryableOperation, 'planned' | 'otherAccount', 'planned' | 'otherAccount']>([
  ['a create', failed('create', {}), 'planned', 'planned'],
  ['an update', failed('update', { id: '5' }), 'planned', 'otherAccount'],
  [
    'a create that is associated with a record',
    failed('create', { associations }),
    'planned',
    'otherAccount',
  ],
])('%s holds ids of one account, or follows into another', (_, operation, here, elsewhere) => {
  expect(planRetry(operation, now, made).kind).toBe(here);
  expect(planRetry(operation, { ...now, account: 'two' }, made).kind).toBe(elsewhere);
  expect(planRetry(operation, { ...now, foreignConnection: true }, made).kind).toBe('otherAccount');
  expect(planRetry(operation, { ...now, provider: 'salesforce' }, made).kind).toBe('otherAccount');
});

test.each([
  ['an update that shared calls', failed('update', { id: '5' }), {}, 100],
  ['a create that nothing can find again', failed('create', {}), {}, 10],
  ['one whose config has changed', failed('update', { id: '5' }), { configId: 'other' }, undefined],
  ['one that another connection writes', failed('update', { id: '5' }), { connectionId: 'other' }, undefined],
  ['one that went alone', failed('update', { id: '5' }), { shareKey: null }, undefined],
])('%s is tried again in calls of as many as before', (_, operation, more, together) => {
  const shared = { ...operation, configId: now.configId, connectionId: now.connectionId, shareKey: 'key' };
  expect(planRetry({ ...shared, ...more }, now, made)).toMatchObject({ operation: { together } });
});

test('it is told whether a retry goes to the account that the operation was accepted for', () => {
  const plan = (account: string, connectionId = 'connection') =>
    planRetry(failed('create', {}), { ...now, account, connectionId }, made);
  expect(plan('one')).toMatchObject({ isSameAccount: true });
  expect(plan('two', 'one')).toMatchObject({ isSameAccount: true });
  expect(plan('two')).toMatchObject({ isSameAccount: false });
});
