import type { Call, Reply } from '../server/call.ts';
import { batchCreate } from './batch/batch-create.ts';
import { batchRead } from './batch/batch-read.ts';
import { batchUpdate } from './batch/batch-update.ts';
import { batchUpsert } from './batch/batch-upsert.ts';
import { storeOf, type DoubleContext } from '../server/double.ts';
import type { Location } from './locate.ts';
import { HubspotRefusal, notFound, validationFault } from './object-fault.ts';
import type { ObjectScope } from './object-scope.ts';
import { mergeObjects } from './objects/merge-objects.ts';
import { archiveObject, createObject, readObject, updateObject } from './objects/single-object.ts';
import { findObjectType, type ObjectType } from './schema/object-types.ts';

const batchVerbs: Readonly<Record<string, (scope: ObjectScope) => Reply>> = {
  create: batchCreate,
  update: batchUpdate,
  upsert: batchUpsert,
  read: batchRead,
};

const objectVerbs: Readonly<Record<string, (scope: ObjectScope, id: string) => Reply>> = {
  GET: readObject,
  PATCH: updateObject,
  DELETE: archiveObject,
};

/** `…/objects/{type}[/{id} | /merge | /batch/{verb}]` */
export function routeObjects(context: DoubleContext, call: Call, { version, rest }: Location): Reply {
  const [typeName = '', id, verb] = rest;
  const scope = scopeOf(context, call, version, knownType(typeName));
  if (rest.length <= 1) {
    if (call.method !== 'POST') throw new HubspotRefusal(methodNotAllowed);
    return createObject(scope);
  }
  if (rest.length === 3 && id === 'batch' && call.method === 'POST') {
    const handle = batchVerbs[verb ?? ''];
    if (handle !== undefined) return handle(scope);
  }
  if (rest.length !== 2 || id === undefined) throw new HubspotRefusal(notFound);
  if (id === 'merge' && call.method === 'POST') return mergeObjects(scope);
  const handle = objectVerbs[call.method];
  if (handle === undefined) throw new HubspotRefusal(methodNotAllowed);
  return handle(scope, id);
}

/** The type that a path names; an unknown one ends the call. */
export function knownType(name: string): ObjectType {
  const type = findObjectType(name);
  if (type === undefined)
    throw new HubspotRefusal(validationFault(`Unable to infer object type from: ${name}`));
  return type;
}

export const methodNotAllowed = { status: 405, message: 'Method Not Allowed' };

function scopeOf(context: DoubleContext, call: Call, version: string, type: ObjectType): ObjectScope {
  return {
    call,
    type,
    version,
    store: storeOf(call.account, type),
    nextId: () => String(context.nextRecordNumber()),
    nowMs: context.clock.now(),
    collectionUrl: () =>
      `${context.baseUrl(call.headers)}/crm/${version === 'v3' ? 'v3/objects' : `objects/${version}`}/${type.name}`,
  };
}
