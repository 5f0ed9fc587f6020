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

type Extras = Partial<Omit<Field, 'name' | 'label' | 'type'>>;

export const field = (name: string, label: string, type: FieldType, extras: Extras = {}): Field => ({
  ...plain,
  name,
  label,
  type,
  ...extras,
});

export const text = (name: string, label: string, length: number, type: FieldType = 'string'): Field =>
  field(name, label, type, { length });

/** A new record must have it. */
export const required = (given: Field): Field => ({ ...given, nillable: false });

/** Salesforce fills it in. */
export const system = (name: string, label: string, type: FieldType, length = 0): Field =>
  field(name, label, type, { length, nillable: false, writable: false, defaultedOnCreate: true });

export const flag = (name: string, label: string): Field =>
  field(name, label, 'boolean', { nillable: false, defaultedOnCreate: true });

export const picklist = (name: string, label: string, values: readonly string[]): Field =>
  field(name, label, 'picklist', { length: 255, values });
