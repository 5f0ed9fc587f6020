import { exactly, flag, mapOf, matching, moment, orNull, someText, text } from '../schema.ts';

const objectId = matching(String.raw`^\d{1,20}$`);

const always = {
  id: objectId,
  // Values travel as texts; one that is not set is null (Providers §2.2).
  properties: mapOf(orNull(text), '^[a-z][a-z0-9_]*$'),
  createdAt: moment,
  updatedAt: moment,
  archived: flag,
};

/** A record as a write answers it. */
export const writtenObject = exactly(always);

/** A record as a read answers it. */
export const readObject = exactly(always, { archivedAt: moment });

/** A record within the answer to a batch: with the trace id of its input. */
export const batchedObject = exactly(always, { objectWriteTraceId: someText });

/** A record within the answer to an upsert: `new` if it was created. */
export const upsertedObject = exactly({ ...always, new: flag }, { objectWriteTraceId: someText });
