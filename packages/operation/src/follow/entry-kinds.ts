/** Stored; never change them. */
export const entryKinds = { requestId: 1, idempotencyKey: 2, recordId: 3, value: 4, traceId: 5 } as const;

export type EntryKind = keyof typeof entryKinds;
