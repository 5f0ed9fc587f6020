import { exactly, flag, listOf, mapOf, matching, moment, orNull, someText, text } from '../schema.ts';

const objectId = matching(String.raw`^\d{1,20}$`);

const always = {
  id: objectId,
  // Values travel as texts; one that is not set is null (Providers §2.2).
  properties: mapOf(orNull(text), '^[a-z][a-z0-9_]*$'),
  createdAt: moment,
  updatedAt: moment,
  archived: flag,
};

const associated = mapOf(
  exactly({ results: listOf(exactly({ id: objectId, type: matching(String.raw`^\d+$`) }), 1) }),
);

/** A record as a write answers it. */
export const writtenObject = exactly(always);

/** A record as a read answers it: with the moment of its deletion, or the associations that were asked for. */
export const readObject = exactly(always, { archivedAt: moment, associations: associated });

/** A record within the answer to a batch: with the trace id of its input. */
export const batchedObject = exactly(always, { objectWriteTraceId: someText });

/** One of an upsert, which tells whether it is new. */
export const upsertedObject = exactly({ ...always, new: flag }, { objectWriteTraceId: someText });

const nextPage = exactly({ next: exactly({ after: matching(String.raw`^\d+$`) }) });

export const objectPage = exactly({ results: listOf(readObject) }, { paging: nextPage });
export const searchPage = exactly(
  { total: { type: 'integer', minimum: 0 }, results: listOf(readObject) },
  { paging: nextPage },
);
