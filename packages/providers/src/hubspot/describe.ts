import type { Failed, JsonObject } from '@writ/write-core';
import type { DescribedObject, ObjectField } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, objectsIn, textOf } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { hubspotDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { propertiesPath } from './paths.ts';

export function buildDescribeRequest({ version, objectName }: HubspotTarget): PathRequest {
  return { method: 'GET', path: propertiesPath(version, objectName) };
}

export function readDescribeAnswer(answer: ProviderAnswer): DescribedObject | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  if (!isJsonObject(answer.json)) return unreadableAnswer(hubspotDeclaration, answer);
  return { kind: 'described', fields: objectsIn(answer.json['results']).map(readProperty) };
}

/** Which properties a record needs is a rule of the account, not of the property, and is not told here. */
function readProperty(property: JsonObject): ObjectField {
  const name = textOf(property['name']) ?? '';
  const { modificationMetadata } = property;
  const isFixed = isJsonObject(modificationMetadata) && modificationMetadata['readOnlyValue'] === true;
  const options = objectsIn(property['options']).map(readOption);
  return {
    name,
    displayName: textOf(property['label']) ?? name,
    type: textOf(property['type']) ?? 'string',
    required: false,
    readOnly: isFixed || property['calculated'] === true,
    unique: property['hasUniqueValue'] === true,
    ...(options.length > 0 && { options }),
  };
}

function readOption(option: JsonObject): { value: string; displayName: string } {
  const value = textOf(option['value']) ?? '';
  return { value, displayName: textOf(option['label']) ?? value };
}
