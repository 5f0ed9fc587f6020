import type { Account } from '../../accounts/account.ts';
import type { Association } from '../../records/record-store.ts';
import { isObject, objectsIn, scalarText, type JsonObject } from '../../json.ts';
import { validationFault, type ObjectFault } from '../object-fault.ts';
import { targetOf } from '../schema/association-types.ts';
import type { ObjectType } from '../schema/object-types.ts';
import { findRecord, plainId } from './find-record.ts';

type CheckedAssociations = { ok: true; associations: Association[] } | { ok: false; fault: ObjectFault };

const categories = ['HUBSPOT_DEFINED', 'USER_DEFINED', 'INTEGRATOR_DEFINED', 'WORK'];

/** Checks shape and type, and the target if the sandbox keeps its type. */
export function checkAssociations(account: Account, from: ObjectType, given: unknown): CheckedAssociations {
  if (given === undefined || given === null) return { ok: true, associations: [] };
  const entries = objectsIn(given);
  if (entries === undefined) return refused('associations must be a list of objects');
  const associations: Association[] = [];
  for (const entry of entries) {
    const read = readEntry(account, from, entry);
    if (!read.ok) return read;
    associations.push(...read.associations);
  }
  return { ok: true, associations };
}

function readEntry(account: Account, from: ObjectType, entry: JsonObject): CheckedAssociations {
  const given = isObject(entry['to']) ? scalarText(entry['to']['id']) : undefined;
  const types = objectsIn(entry['types']);
  if (given === undefined || types === undefined || types.length === 0) {
    return refused('each association needs to.id and at least one entry in types');
  }
  const toId = plainId(given);
  const associations: Association[] = [];
  for (const { associationCategory: category, associationTypeId: typeId } of types) {
    if (typeof category !== 'string' || !categories.includes(category) || typeof typeId !== 'number') {
      return refused(`association type ${JSON.stringify({ category, typeId })} is not valid`);
    }
    const toType = category === 'HUBSPOT_DEFINED' ? targetOf(from.name, typeId) : 'unknown';
    if (toType === undefined) return refused(`association type ${typeId} does not start from ${from.name}`);
    if (!targetExists(account, toType, toId)) return missingTarget(given);
    associations.push({ toType, toId, category, typeId });
  }
  return { ok: true, associations };
}

function targetExists(account: Account, toType: string, toId: string): boolean {
  const store = account.stores.get(toType);
  return store === undefined || findRecord(store, toId) !== undefined;
}

function missingTarget(id: string): CheckedAssociations {
  const message = `One or more associations are not valid: object ${id} does not exist`;
  return { ok: false, fault: validationFault(message, { context: { INVALID_OBJECT_IDS: [id] } }) };
}

function refused(detail: string): CheckedAssociations {
  return { ok: false, fault: validationFault(`One or more associations are not valid: ${detail}`) };
}
