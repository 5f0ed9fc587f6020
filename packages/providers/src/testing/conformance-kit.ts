import { expect, test } from '@jest/globals';
import type { JsonObject, ProviderDeclaration, RecordOutcome } from '@writ/write-core';
import type { BatchCall, IdentifiedRecord, ProviderAdapter, ProviderConnection } from '../adapter.ts';

/** What a provider that stands in for the real one is told to do with the next call. */
export type Trouble =
  | 'reset'
  | 'commit-then-reset'
  | 'hang'
  | 'truncate'
  | { status: number; body?: unknown; headers?: Record<string, string>; commit?: true };

/** An error of 403 that each provider would take for its own. */
export const forbidden = { errorCode: 'FORBIDDEN', message: 'No access.' };
/** What a proxy answers. */
export const page = '<!DOCTYPE html><html><body><h1>Forbidden</h1></body></html>';

/** A provider to test an adapter with, and words that it understands. */
export type ConformanceSubject = {
  name: string;
  declaration: ProviderDeclaration;
  adapter: () => ProviderAdapter;
  /** The same adapter, where nobody listens at the provider's address. */
  outOfReach: () => ProviderAdapter;
  connection: () => ProviderConnection;
  objectName: string;
  /** Fields that make a new record, another one for each number. */
  fieldsOf: (number: number) => JsonObject;
  /** Fields of a record that hold nothing unique. */
  keylessFieldsOf: (number: number) => JsonObject;
  /** A text field of which every value belongs to one record. */
  keyField: string;
  /** A text field that may be empty. */
  field: string;
  /** Fields that can never be written. */
  badFields: JsonObject;
  missingId: string;
  /** Another form of a record's id, which the provider takes for the same in a batch. */
  otherFormOf: (id: string) => string;
  refreshToken: string;
  /** Of another account. */
  revocableToken: string;
  /** Lets the app in at the page of this address, and gives where the browser is sent back to. */
  letIn: (address: string) => Promise<URL>;
  throttle: Trouble;
  /** Strikes the next call that writes. */
  cause: (trouble: Trouble) => void;
  /** Strikes the next call, whatever it does. */
  strike: (trouble: Trouble) => void;
  /** From now on the provider returns results as it may: in an order drawn from the number, with or without trace ids. */
  answerInOrder: (order: number | null, traced: boolean) => void;
  /** How many calls have reached the provider. */
  calls: () => number;
  /** Whether some record holds these fields. */
  holds: (fields: JsonObject) => boolean;
};

let number = 0;

/** The id of a written record. */
export function idOf(outcome: RecordOutcome | undefined): string {
  const id = outcome?.kind === 'written' ? outcome.recordId : undefined;
  if (id === undefined) throw new Error(`No id of a written record: ${JSON.stringify(outcome)}`);
  return id;
}

/** What the tests of all subjects share: calls that are in order, new records, and a look at what was written. */
export function conformanceKit(subject: ConformanceSubject) {
  const fresh = (): JsonObject => subject.fieldsOf((number += 1));
  const call = (more: Partial<BatchCall> = {}): BatchCall => ({
    connection: subject.connection(),
    objectName: subject.objectName,
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    readBack: true,
    allOrNone: false,
    ...more,
  });
  const nothing = Object.assign(() => undefined, { each: () => () => undefined }) as unknown as typeof test;
  return {
    /** `test`, if the provider takes batches. */
    batchTest: subject.declaration.batch ? test : nothing,
    fresh,
    call,
    create: async (fields = fresh()): Promise<IdentifiedRecord> => {
      const outcome = await subject.adapter().create(call(), { fields });
      return { id: idOf(outcome), fields };
    },
    valueOf: async (id: string): Promise<unknown> => {
      const read = await subject.adapter().read(call(), [id], [subject.field]);
      return read.kind === 'read' ? read.records[0]?.fields[subject.field] : read;
    },
    failure: (fault: Record<string, unknown>) => ({
      kind: 'failed',
      faults: [expect.objectContaining(fault)],
    }),
    kindsOf: (outcomes: readonly RecordOutcome[]): string[] => outcomes.map(({ kind }) => kind),
  };
}
