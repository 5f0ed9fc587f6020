import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, notFound, validationFault } from '../object-fault.ts';
import type { ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { bodyObject } from '../read-json.ts';
import { uniqueProperties } from '../schema/object-types.ts';
import type { StoredRecord } from '../../records/record-store.ts';
import { findRecord, plainId } from './find-record.ts';
import { renderObject } from './render-object.ts';
import type { RenderedObject } from './render-object.ts';
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
  const record = livingRecord(scope, id, new URLSearchParams(scope.call.query));
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
  const query = new URLSearchParams(scope.call.query);
  const record =
    query.get('archived') === 'true' ? archivedRecord(scope, id) : livingRecord(scope, id, query);
  const rendered = renderObject(scope.type, record, wantedProperties(scope, query.getAll('properties')));
  const wanted = query.getAll('associations').flatMap((names) => names.split(','));
  return {
    status: 200,
    json: wanted.length === 0 ? rendered : { ...rendered, ...associationsOf(record, wanted) },
  };
}

/** All living records in the order of their creation, `limit` at a time; `after` is the last id of the page before. */
export function listObjects(scope: ObjectScope): Reply {
  const query = new URLSearchParams(scope.call.query);
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 10) || 10, 1), 100);
  const after = Number(query.get('after') ?? 0);
  const names = wantedProperties(scope, query.getAll('properties'));
  const archived = query.get('archived') === 'true';
  const results: RenderedObject[] = [];
  for (const record of scope.store.all()) {
    if ((record.deletedAtMs !== undefined) !== archived || Number(record.id) <= after) continue;
    if (results.length === limit) return { status: 200, json: { results, paging: nextPage(results) } };
    results.push(renderObject(scope.type, record, names));
  }
  return { status: 200, json: { results } };
}

/** The named properties, in either way of writing a list, beside those that are always shown. */
export function wantedProperties({ type }: ObjectScope, given: readonly string[]): Iterable<string> {
  if (given.length === 0) return type.defaultProperties;
  const named = given.flatMap((names) => names.split(','));
  return new Set([...named, 'createdate', type.modifiedProperty, 'hs_object_id']);
}

/** Refuses an `idProperty` that does not tell one record from another. */
export function checkIdProperty({ type }: ObjectScope, idProperty: unknown): void {
  if (idProperty === undefined || idProperty === null || idProperty === '' || idProperty === 'hs_object_id')
    return;
  if (typeof idProperty === 'string' && uniqueProperties(type).includes(idProperty)) return;
  throw new HubspotRefusal(
    validationFault(`Property ${JSON.stringify(idProperty)} is not a unique property`),
  );
}

function livingRecord(scope: ObjectScope, id: string, query: URLSearchParams): StoredRecord {
  const idProperty = query.get('idProperty') ?? undefined;
  checkIdProperty(scope, idProperty);
  const record = findRecord(scope.store, id, idProperty);
  if (record === undefined) throw new HubspotRefusal(idProperty === undefined ? unknownId(id) : notFound);
  return record;
}

function archivedRecord({ store }: ObjectScope, id: string): StoredRecord {
  const record = store.find(plainId(id));
  if (record?.deletedAtMs === undefined) throw new HubspotRefusal(unknownId(id));
  return record;
}

function unknownId(id: string): ObjectFault {
  if (/^\d+$/.test(id)) return notFound;
  // Two spaces, as on the wire (Providers §2.4).
  const message = 'Object not found.  objectId are usually numeric.';
  return { status: 404, category: 'OBJECT_NOT_FOUND', message, context: { id: [id] } };
}

function associationsOf(record: StoredRecord, wanted: readonly string[]) {
  const associations: Record<string, { results: { id: string; type: string }[] }> = {};
  for (const { toType, toId, typeId } of record.associations) {
    if (!wanted.includes(toType)) continue;
    (associations[toType] ??= { results: [] }).results.push({ id: toId, type: String(typeId) });
  }
  return Object.keys(associations).length === 0 ? {} : { associations };
}

function nextPage(results: readonly RenderedObject[]) {
  return { next: { after: results.at(-1)?.id ?? '' } };
}
