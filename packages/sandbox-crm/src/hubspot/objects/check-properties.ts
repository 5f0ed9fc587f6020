import type { FieldValue } from '../../records/record-store.ts';
import { isObject, scalarText } from '../../json.ts';
import type { ObjectType } from '../schema/object-types.ts';
import type { Property } from '../schema/property.ts';

export type PropertyFault = { readonly name: string; readonly code: string; readonly message: string };

export type CheckedProperties =
  | { kind: 'good'; values: Map<string, FieldValue | undefined> }
  | { kind: 'bad'; faults: PropertyFault[] }
  | { kind: 'unreadable'; detail: string };

/** HubSpot takes values as texts; `""` or null clears a property. */
export function checkProperties(type: ObjectType, input: unknown): CheckedProperties {
  if (!isObject(input))
    return { kind: 'unreadable', detail: 'Some required fields were not set: [properties]' };
  const values = new Map<string, FieldValue | undefined>();
  const faults: PropertyFault[] = [];
  for (const name in input) {
    const given = input[name] ?? '';
    const value = typeof given === 'string' ? given : scalarText(given);
    if (value === undefined)
      return { kind: 'unreadable', detail: `The value of property "${name}" is not a string` };
    const property = type.properties.get(name);
    const fault = property === undefined ? unknownProperty(name) : propertyFault(property, value);
    if (fault !== undefined) faults.push(fault);
    else
      values.set(
        name,
        value === '' ? undefined : property?.isEmail === true ? value.trim().toLowerCase() : value,
      );
  }
  return faults.length > 0 ? { kind: 'bad', faults } : { kind: 'good', values };
}

export function missingProperties(
  type: ObjectType,
  values: ReadonlyMap<string, FieldValue | undefined>,
): PropertyFault[] {
  const faults: PropertyFault[] = [];
  for (const { name, required } of type.properties.values()) {
    if (!required || values.get(name) !== undefined) continue;
    faults.push({ name, code: 'MISSING_REQUIRED_PROPERTY', message: `Property "${name}" is required` });
  }
  return faults;
}

function unknownProperty(name: string): PropertyFault {
  return { name, code: 'PROPERTY_DOESNT_EXIST', message: `Property "${name}" does not exist` };
}

function propertyFault(property: Property, value: string): PropertyFault | undefined {
  const { name } = property;
  if (property.readOnly) {
    return {
      name,
      code: 'READ_ONLY_VALUE',
      message: `"${name}" is a read only property; its value cannot be set.`,
    };
  }
  if (value === '') return undefined;
  if (property.isEmail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())) {
    return { name, code: 'INVALID_EMAIL', message: `Email address ${value} is invalid` };
  }
  if (property.options.length > 0 && !property.options.some((option) => option.value === value)) {
    const allowed = property.options.map((option) => option.value).join(', ');
    return {
      name,
      code: 'INVALID_OPTION',
      message: `${value} was not one of the allowed options: [${allowed}]`,
    };
  }
  if (property.type === 'number' && !/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(value)) {
    return { name, code: 'INVALID_INTEGER', message: `${value} was not a valid number.` };
  }
  if ((property.type === 'date' || property.type === 'datetime') && !isMoment(value)) {
    return { name, code: 'INVALID_LONG', message: `${value} was not a valid long.` };
  }
  return undefined;
}

/** Milliseconds since 1970, or an ISO 8601 date or moment. */
function isMoment(value: string): boolean {
  return /^-?\d+$/.test(value) || (/^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)));
}
