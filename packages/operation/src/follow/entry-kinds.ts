/** What of an operation is searched, as numbers, since there are some entries for each operation. They never change. */
export const entryKinds = { requestId: 1, idempotencyKey: 2, recordId: 3 } as const;

export type EntryKind = keyof typeof entryKinds;
