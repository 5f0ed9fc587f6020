import type { Failed, JsonObject } from '@writ/write-core';
import type { DescribedObject, ObjectField } from '../adapter.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, objectsIn, textOf } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import { objectPath } from './paths.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

export function buildDescribeRequest({ version, objectName }: SalesforceTarget): PathRequest {
  return { method: 'GET', path: `${objectPath(version, objectName)}/describe` };
}

export function readDescribeAnswer(answer: ProviderAnswer): DescribedObject | Failed {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  if (!isJsonObject(answer.json)) return unreadableAnswer(salesforceDeclaration, answer);
  return { kind: 'described', fields: objectsIn(answer.json['fields']).map(readField) };
}

function readField(field: JsonObject): ObjectField {
  const name = textOf(field['name']) ?? '';
  const options = objectsIn(field['picklistValues'])
    .filter(({ active }) => active !== false)
    .map(readOption);
  const createable = field['createable'] === true;
  return {
    name,
    displayName: textOf(field['label']) ?? name,
    type: textOf(field['type']) ?? 'string',
    required: createable && field['nillable'] === false && field['defaultedOnCreate'] !== true,
    readOnly: !createable && field['updateable'] !== true,
    unique: field['unique'] === true || field['externalId'] === true,
    ...(options.length > 0 && { options }),
  };
}

function readOption(option: JsonObject): { value: string; displayName: string } {
  const value = textOf(option['value']) ?? '';
  return { value, displayName: textOf(option['label']) ?? value };
}
