import { scalarText } from '../../json.ts';
import type { StoredRecord } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, notFound, validationFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { bodyObject } from '../read-json.ts';
import { findRecord } from './find-record.ts';
import { renderWritten } from './render-object.ts';

const mergedIds = 'hs_merged_object_ids';

/** A new record, to which both ids lead from then on; the values of the primary one win (Providers §2.2). */
export function mergeObjects(scope: ObjectScope): Reply {
  const { call, type, store, nextId, nowMs } = scope;
  const { primaryObjectId, objectIdToMerge } = bodyObject(call);
  const [primary, other] = [known(scope, primaryObjectId), known(scope, objectIdToMerge)];
  if (primary === other) throw new HubspotRefusal(validationFault('A record cannot be merged with itself.'));
  for (const old of [primary, other]) call.changes.push(store.remove(old, nowMs));
  const fields = new Map([...other.fields, ...primary.fields]);
  fields.set(mergedIds, [primary, other].flatMap(idsOf).join(';'));
  const change = store.create(nextId(), fields, nowMs);
  call.changes.push(change);
  const merged = change.record;
  merged.associations = [...primary.associations, ...other.associations];
  for (const old of [primary, other]) old.mergedInto = merged;
  return { status: 200, json: renderWritten(type, merged, fields.keys()) };
}

function known({ store }: ObjectScope, id: unknown): StoredRecord {
  const record = findRecord(store, scalarText(id) ?? '');
  if (record === undefined) throw new HubspotRefusal(notFound);
  return record;
}

const idsOf = ({ id, fields }: StoredRecord): string[] => {
  const before = fields.get(mergedIds);
  return before === undefined ? [id] : [String(before), id];
};
