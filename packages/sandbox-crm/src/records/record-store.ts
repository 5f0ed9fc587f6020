export type FieldValue = string | number | boolean;

export type Association = {
  readonly toType: string;
  readonly toId: string;
  readonly category: string;
  readonly typeId: number;
};

export type StoredRecord = {
  readonly id: string;
  /** Set fields only: a cleared field is absent. */
  readonly fields: Map<string, FieldValue>;
  readonly createdAtMs: number;
  updatedAtMs: number;
  deletedAtMs: number | undefined;
  /** The record that its id leads to since it was made one with another. */
  mergedInto: StoredRecord | undefined;
  associations: Association[];
};

/** A field's new value; `undefined` clears it. */
export type FieldChanges = ReadonlyMap<string, FieldValue | undefined>;

export type Change = {
  readonly action: 'created' | 'updated' | 'deleted';
  readonly store: RecordStore;
  readonly record: StoredRecord;
  readonly before?: { readonly fields: FieldChanges; readonly updatedAtMs: number };
};

export type RecordStore = ReturnType<typeof recordStore>;

/**
 * The records of one type in one account, with an index for each unique field. Deleted records stay, but free
 * their unique values.
 */
export function recordStore(type: string, uniqueFields: readonly string[]) {
  const records = new Map<string, StoredRecord>();
  const holders = new Map(uniqueFields.map((field) => [field, new Map<string, StoredRecord>()]));

  const claim = (record: StoredRecord) => {
    for (const [field, index] of holders) {
      const value = record.fields.get(field);
      if (value !== undefined) index.set(uniqueKey(value), record);
    }
  };
  const release = (record: StoredRecord) => {
    for (const [field, index] of holders) {
      const value = record.fields.get(field);
      if (value !== undefined) index.delete(uniqueKey(value));
    }
  };

  return {
    type,
    uniqueFields,
    all: () => records.values(),
    find: (id: string) => records.get(id),
    holder: (field: string, value: FieldValue) => holders.get(field)?.get(uniqueKey(value)),

    create(id: string, fields: Map<string, FieldValue>, nowMs: number): Change {
      const record: StoredRecord = {
        id,
        fields,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        deletedAtMs: undefined,
        mergedInto: undefined,
        associations: [],
      };
      records.set(id, record);
      claim(record);
      return { action: 'created', store: this, record };
    },

    update(record: StoredRecord, changes: FieldChanges, nowMs: number): Change {
      const before = { fields: swapIn(record, changes, release, claim), updatedAtMs: record.updatedAtMs };
      record.updatedAtMs = nowMs;
      return { action: 'updated', store: this, record, before };
    },

    remove(record: StoredRecord, nowMs: number): Change {
      release(record);
      record.deletedAtMs = nowMs;
      return { action: 'deleted', store: this, record };
    },

    undo(change: Change): void {
      const { record } = change;
      if (change.action === 'created') {
        release(record);
        records.delete(record.id);
      } else if (change.action === 'deleted') {
        record.deletedAtMs = undefined;
        claim(record);
      } else if (change.before !== undefined) {
        swapIn(record, change.before.fields, release, claim);
        record.updatedAtMs = change.before.updatedAtMs;
      }
    },
  };
}

export function rollBack(changes: Change[], keep: number): void {
  for (const change of changes.splice(keep).reverse()) change.store.undo(change);
}

/** Unique values are compared without regard to case, as both providers do for emails and external ids. */
export function uniqueKey(value: FieldValue): string {
  return String(value).toLowerCase();
}

function swapIn(
  record: StoredRecord,
  changes: FieldChanges,
  release: (record: StoredRecord) => void,
  claim: (record: StoredRecord) => void,
): FieldChanges {
  release(record);
  const before = new Map<string, FieldValue | undefined>();
  for (const [field, value] of changes) {
    before.set(field, record.fields.get(field));
    if (value === undefined) record.fields.delete(field);
    else record.fields.set(field, value);
  }
  claim(record);
  return before;
}
