import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, notFound, type ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { bodyObject } from '../read-json.ts';
import type { StoredRecord } from '../../records/record-store.ts';
import { findRecord } from './find-record.ts';
import { renderObject } from './render-object.ts';
import { createOne, updateOne } from './write-one.ts';

export function createObject(scope: ObjectScope): Reply {
  const written = createOne(scope, bodyObject(scope.call));
  if (!written.ok) throw new HubspotRefusal(written.fault);
  return {
    status: 201,
    headers: { location: `${scope.collectionUrl()}/${written.object.id}` },
    json: written.object,
  };
}

export function updateObject(scope: ObjectScope, id: string): Reply {
  const record = livingRecord(scope, id);
  const written = updateOne(scope, record, { ...bodyObject(scope.call), id });
  if (!written.ok) throw new HubspotRefusal(written.fault);
  return { status: 200, json: written.object };
}

/** Archives; a record that is not there, or no longer, is answered in the same way (Providers §2.2). */
export function archiveObject({ call, store, nowMs }: ObjectScope, id: string): Reply {
  const record = findRecord(store, id);
  if (record !== undefined) call.changes.push(store.remove(record, nowMs));
  return { status: 204 };
}

export function readObject(scope: ObjectScope, id: string): Reply {
  const names = wantedProperties(scope, new URLSearchParams(scope.call.query).getAll('properties'));
  return { status: 200, json: renderObject(scope.type, livingRecord(scope, id), names) };
}

export function wantedProperties({ type }: ObjectScope, given: readonly string[]): Iterable<string> {
  if (given.length === 0) return type.defaultProperties;
  const named = given.flatMap((names) => names.split(','));
  return new Set([...named, 'createdate', type.modifiedProperty, 'hs_object_id']);
}

function livingRecord({ store }: ObjectScope, id: string): StoredRecord {
  const record = findRecord(store, id);
  if (record === undefined) throw new HubspotRefusal(unknownId(id));
  return record;
}

function unknownId(id: string): ObjectFault {
  if (/^\d+$/.test(id)) return notFound;
  // Two spaces, as on the wire (Providers §2.4).
  const message = 'Object not found.  objectId are usually numeric.';
  return { status: 404, category: 'OBJECT_NOT_FOUND', message, context: { id: [id] } };
}
