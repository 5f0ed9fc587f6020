import { expect, test } from '@jest/globals';
import type { ProviderFault, WriteType } from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from './adapter.ts';
import { sendWrite } from './send-write.ts';

const missing: ProviderFault = { kind: 'not-found', sent: 'rejected', retryable: false, message: 'Gone' };

/** The fault that a write of the record 7 ends with if the provider answers so. */
async function faultOf(type: WriteType, fault: ProviderFault, form: 'single' | 'batch' = 'single') {
  const failed = { kind: 'failed', faults: [fault] } as const;
  const one = () => Promise.resolve(failed);
  const many = () => Promise.resolve({ records: [failed], errors: [fault] });
  const declaration = { recordIdPattern: /^\d+$/, displayName: 'A CRM' };
  const answers = { create: one, update: one, remove: one, createMany: many, updateMany: many };
  const adapter = { declaration, ...answers } as unknown as ProviderAdapter;
  const records = [{ ...(type !== 'create' && { id: '7' }), fields: {} }];
  const sent = await sendWrite(adapter, {} as BatchCall, { type, form, records });
  return { own: sent.records[0]?.kind === 'failed' && sent.records[0].faults[0], errors: sent.errors };
}

test.each(['update', 'delete'] as const)('of a record that is not there an %s says which', async (type) => {
  const { own } = await faultOf(type, missing);
  expect(own).toEqual({ ...missing, message: 'Gone (record 7)' });
});

test.each<[string, WriteType, Partial<ProviderFault>]>([
  ['a create', 'create', {}],
  ['the record behind a field', 'update', { field: 'AccountId' }],
  ['what the whole call is about', 'update', { ofCall: true }],
])('%s is no missing record', async (_, type, change) => {
  const fault = { ...missing, ...change };
  for (const form of ['single', 'batch'] as const) {
    const { own, errors } = await faultOf(type, fault, form);
    expect(own).toEqual({ ...fault, kind: 'invalid' });
    for (const error of errors) expect(error.kind).toBe('invalid');
  }
});
