import type { FieldValue } from '../../records/record-store.ts';
import type { JsonObject } from '../../json.ts';
import type { SalesforceError } from '../salesforce-error.ts';
import { findField, type SobjectType } from '../schema/sobject-types.ts';
import { checkValue } from './check-value.ts';

export type CheckedFields =
  | { ok: true; values: Map<string, FieldValue | undefined> }
  | { ok: false; errors: readonly SalesforceError[] };

const noFields = new Set(['attributes', 'id', 'Id', 'ID']);

/** Salesforce checks in stages, and the first that finds something answers alone. */
export function checkFields(type: SobjectType, record: JsonObject, isNew: boolean): CheckedFields {
  const values = new Map<string, FieldValue | undefined>();
  const readOnly: string[] = [];
  const bad: SalesforceError[] = [];
  for (const name in record) {
    if (noFields.has(name)) continue;
    const field = findField(type, name);
    if (field === undefined) return { ok: false, errors: [noSuchColumn(type, name)] };
    if (!field.writable) {
      readOnly.push(field.name);
      continue;
    }
    const checked = checkValue(field, record[name]);
    if (checked.kind === 'unreadable') return { ok: false, errors: [checked.error] };
    if (checked.kind === 'bad') bad.push(checked.error);
    else values.set(field.name, checked.value);
  }
  if (readOnly.length > 0) return { ok: false, errors: [notWritable(readOnly)] };
  const missing = missingFields(type, values, isNew, bad);
  if (missing.length > 0) return { ok: false, errors: [requiredMissing(missing)] };
  return bad.length > 0 ? { ok: false, errors: bad } : { ok: true, values };
}

export function noSuchColumn(type: SobjectType, name: string): SalesforceError {
  return { code: 'INVALID_FIELD', message: `No such column '${name}' on sobject of type ${type.name}` };
}

function missingFields(
  type: SobjectType,
  values: ReadonlyMap<string, FieldValue | undefined>,
  isNew: boolean,
  bad: readonly SalesforceError[],
): string[] {
  const missing: string[] = [];
  for (const { name, nillable, writable, defaultedOnCreate } of type.fields.values()) {
    if (nillable || !writable || defaultedOnCreate || values.get(name) !== undefined) continue;
    if (bad.some((error) => error.fields?.includes(name) === true)) continue;
    if (isNew || values.has(name)) missing.push(name);
  }
  return missing;
}

function requiredMissing(fields: readonly string[]): SalesforceError {
  return {
    code: 'REQUIRED_FIELD_MISSING',
    message: `Required fields are missing: [${fields.join(', ')}]`,
    fields,
  };
}

function notWritable(fields: readonly string[]): SalesforceError {
  const message = `Unable to create/update fields: ${fields.join(', ')}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`;
  return { code: 'INVALID_FIELD_FOR_INSERT_UPDATE', message, fields };
}
