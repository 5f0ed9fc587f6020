export type FieldType =
  | 'id'
  | 'string'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'url'
  | 'double'
  | 'currency'
  | 'int'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'picklist'
  | 'multipicklist'
  | 'reference';

/** A field of a Salesforce object, with what decides whether a value is accepted. */
export type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  /** Characters; 0 where a length means nothing. */
  readonly length: number;
  readonly nillable: boolean;
  readonly writable: boolean;
  readonly defaultedOnCreate: boolean;
  readonly unique: boolean;
  readonly externalId: boolean;
  readonly referenceTo: readonly string[];
  readonly values: readonly string[];
};

const plain = {
  length: 0,
  nillable: true,
  writable: true,
  defaultedOnCreate: false,
  unique: false,
  externalId: false,
  referenceTo: [],
  values: [],
};

export function text(name: string, label: string, length: number, type: FieldType = 'string'): Field {
  return { ...plain, name, label, type, length };
}

/** A field that a new record must have. */
export function required(field: Field): Field {
  return { ...field, nillable: false };
}

/** A field that the provider fills in by itself. */
export function system(name: string, label: string, type: FieldType, length = 0): Field {
  return { ...plain, name, label, type, length, nillable: false, writable: false, defaultedOnCreate: true };
}

export function plainField(
  name: string,
  label: string,
  type: 'double' | 'currency' | 'int' | 'date' | 'datetime',
): Field {
  return { ...plain, name, label, type };
}

export function flag(name: string, label: string): Field {
  return { ...plain, name, label, type: 'boolean', nillable: false, defaultedOnCreate: true };
}

/** A restricted picklist. */
export function picklist(name: string, label: string, values: readonly string[]): Field {
  return { ...plain, name, label, type: 'picklist', length: 255, values };
}

/** A restricted picklist of which several values may be chosen, with `;` between them. */
export function multipicklist(name: string, label: string, values: readonly string[]): Field {
  return { ...plain, name, label, type: 'multipicklist', length: 4_099, values };
}

export function reference(name: string, label: string, referenceTo: readonly string[]): Field {
  return { ...plain, name, label, type: 'reference', length: 18, referenceTo };
}

/** A unique external id, by which records are found and upserted. */
export function externalId(name: string, label: string): Field {
  return { ...plain, name, label, type: 'string', length: 255, unique: true, externalId: true };
}
