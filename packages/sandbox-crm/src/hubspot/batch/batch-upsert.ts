import { isObject, type JsonObject } from '../../json.ts';
import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, unreadable, validationFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { findRecord } from '../objects/find-record.ts';
import { createOne, updateOne } from '../objects/write-one.ts';
import { batchInputs, bodyObject } from '../read-json.ts';
import { uniqueProperties, type ObjectType } from '../schema/object-types.ts';
import { identified, type IdentifiedInput } from './input-ids.ts';
import { writeEach } from './write-each.ts';

/** Updates the record that holds the unique value, or creates it. Like a create, it is partial only with trace ids. */
export function batchUpsert(scope: ObjectScope): Reply {
  const inputs = batchInputs(bodyObject(scope.call), scope.type);
  const key = commonKey(scope, inputs);
  return writeEach(scope, 200, identified(scope, inputs), (item) => upsertOne(scope, key, item));
}

function upsertOne(scope: ObjectScope, key: string, { id, input }: IdentifiedInput) {
  const record = findRecord(scope.store, id, key);
  const { properties } = input;
  const isNew = record === undefined;
  const written = isNew
    ? createOne(scope, {
        ...input,
        properties: isObject(properties) ? { [key]: id, ...properties } : properties,
        // HubSpot describes none for this endpoint.
        associations: undefined,
      })
    : updateOne(scope, record, { ...input, properties: changesOf(scope.type, key, properties) });
  return written.ok ? { ...written, object: { ...written.object, new: isNew } } : written;
}

/**
 * By email, clears all properties that the input leaves out. HubSpot's guide: "Partial upserts are not supported when
 * using `email` as the `idProperty` for contacts. To complete a partial upsert, use a custom unique identifier property"
 * (developers.hubspot.com/docs/api-reference/latest/crm/objects/contacts/guide#upsert-contacts). It does not say what
 * happens: this is the harm that a client must rule out.
 */
function changesOf(type: ObjectType, key: string, given: unknown): unknown {
  if (type.properties.get(key)?.isEmail !== true || !isObject(given)) return given;
  const others = [...type.properties.values()].filter(({ name, readOnly }) => !readOnly && name !== key);
  return { ...Object.fromEntries(others.map(({ name }) => [name, ''])), ...given };
}

/** The unique property that all inputs name. HubSpot refuses `hs_object_id` (segmentio/action-destinations#3957). */
function commonKey({ call, type }: ObjectScope, inputs: readonly JsonObject[]): string {
  const [key, ...others] = new Set(inputs.map(({ idProperty }) => idProperty));
  if (typeof key !== 'string' || key === '')
    throw new HubspotRefusal(unreadable('Some required fields were not set: [idProperty]', 0, 0));
  if (others.length > 0)
    throw new HubspotRefusal(validationFault('All inputs of a batch must use the same idProperty'));
  if (uniqueProperties(type).includes(key)) return key;
  const message = `Unable to perform update/upsert by non-unique ${type.typeId} property ${key} in portal ID ${call.account.number}`;
  throw new HubspotRefusal(validationFault(message));
}
