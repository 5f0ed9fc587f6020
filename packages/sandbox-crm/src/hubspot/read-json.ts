import type { Call } from '../server/call.ts';
import { isObject, objectsIn, parseJson, type JsonObject } from '../json.ts';
import type { ObjectType } from './schema/object-types.ts';
import { HubspotRefusal, unreadable, validationFault } from './object-fault.ts';

/** HubSpot's limit for the inputs of one batch call (Providers §2.2). */
const maxInputs = 100;

export function bodyObject(call: Call): JsonObject {
  if (call.headers['content-type']?.includes('json') !== true) {
    throw new HubspotRefusal({ status: 415, message: 'Unsupported Media Type' });
  }
  const parsed = parseJson(call.body);
  if (!parsed.ok) throw new HubspotRefusal(unreadable(parsed.message, parsed.line, parsed.column));
  if (!isObject(parsed.value)) throw new HubspotRefusal(unreadable('An object was expected'));
  return parsed.value;
}

export function batchInputs(body: JsonObject, type: ObjectType): JsonObject[] {
  const inputs = objectsIn(body['inputs']);
  if (inputs === undefined)
    throw new HubspotRefusal(unreadable('Some required fields were not set: [inputs]', 0, 0));
  if (inputs.length === 0) throw new HubspotRefusal(validationFault('The batch has no inputs.'));
  if (inputs.length > maxInputs) {
    const message = `The maximum number of inputs supported in a batch request for ${type.name} is ${maxInputs}. Found ${inputs.length}.`;
    throw new HubspotRefusal(validationFault(message));
  }
  return inputs;
}

export function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
