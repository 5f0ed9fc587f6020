import { expect, test } from '@jest/globals';
import type { WriteRequest } from '@writ/contracts';
import { createProviders, sandboxConfig } from '@writ/providers';
import { providerRules } from './provider-rules.ts';

const { adapterFor } = createProviders({
  config: sandboxConfig('http://127.0.0.1:9'),
  connectionsPerOrigin: 1,
});
const faultsOf = (provider: string, request: Partial<WriteRequest>): unknown[] =>
  providerRules({ groupRef: 'acme', type: 'update', ...request }, adapterFor(provider)!.declaration).map(
    ({ name }) => name,
  );

test('a condition is refused where Salesforce would write whatever the record has become', () => {
  const record = { id: '003000000000001AAA', name: 'x' };
  const headers = [
    { key: 'Sforce-Auto-Assign', value: 'FALSE' },
    { key: 'IF-Unmodified-Since', value: 'Sat, 28 Nov 2026 10:00:00 GMT' },
  ];
  expect(faultsOf('salesforce', { record, headers })).toEqual([]);
  for (const ignored of [
    { type: 'delete' as const, record: { id: record.id } },
    { batch: [{ record }] },
    { record, mode: 'asynchronous' as const, autoBatchPolicy: { maxDelayMinutes: 1 } },
  ])
    expect(faultsOf('salesforce', { ...ignored, headers })).toEqual(['/headers/1/key']);
  expect(faultsOf('hubspot', { batch: [{ record: { id: '1' } }], headers })).toEqual(['/headers']);
});
