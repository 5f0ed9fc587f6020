import type { StackProvider } from '@writ/stack';
import fc from 'fast-check';
import { requestFaults } from './faults.ts';
import { validRequest, type Body } from './valid-request.ts';

export type RequestCase = {
  provider: StackProvider;
  text: string;
  headers: Record<string, string>;
  query: string;
  expected:
    | { kind: 'valid' }
    /** Exactly these issues, as `in name`. */
    | { kind: 'faulty'; faults: readonly string[]; issues: ReadonlySet<string> }
    | { kind: 'wild' };
};

const plain = { headers: {}, query: '' };

const valid: fc.Arbitrary<RequestCase> = validRequest.map(({ provider, body }) => ({
  ...plain,
  provider,
  text: JSON.stringify(body),
  expected: { kind: 'valid' },
}));

/** One fault, sometimes with two more outside the body. */
const faulty: fc.Arbitrary<RequestCase> = fc
  .record({ request: validRequest, pick: fc.nat(), longKey: fc.boolean(), query: fc.boolean() })
  .map(({ request, pick, longKey, query }) => {
    const body = structuredClone(request.body);
    const fitting = requestFaults.filter((fault) => fault.fits(request));
    const fault = fitting[pick % fitting.length];
    if (!fault) throw new Error('some fault fits every request');
    const names = fault.put(body, request.provider);
    const besideBody = [...(longKey ? ['header Idempotency-Key'] : []), ...(query ? ['query dryRun'] : [])];
    const toldOfBody = fault.of === 'form' || besideBody.length === 0;
    const issues = new Set([...(toldOfBody ? names.map((name) => `body ${name}`) : []), ...besideBody]);
    return {
      provider: request.provider,
      text: JSON.stringify(body),
      headers: longKey ? { 'idempotency-key': 'k'.repeat(256) } : {},
      query: query ? '?dryRun=1' : '',
      expected: { kind: 'faulty', faults: [fault.name], issues },
    };
  });

const members = ['groupRef', 'type', 'mode', 'record', 'batch', 'associations', 'headers', 'batchPolicy'];

const wild: fc.Arbitrary<RequestCase> = fc
  .record({
    provider: fc.constantFrom('hubspot', 'salesforce'),
    text: fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc
        .dictionary(fc.constantFrom(...members), fc.jsonValue(), { noNullPrototype: true })
        .map((body: Body) => JSON.stringify({ ...body, type: 'upsert' })),
    ),
  })
  .map(({ provider, text }) => ({ ...plain, provider, text, expected: { kind: 'wild' } }));

export const requestCase = fc.oneof(valid, faulty, wild);
