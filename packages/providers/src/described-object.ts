export type ValueType =
  | 'string'
  | 'boolean'
  | 'singleSelect'
  | 'multiSelect'
  | 'date'
  | 'datetime'
  | 'int'
  | 'float'
  | 'reference'
  | 'other';

/** A field of an object, as the token's owner sees it. */
export type DescribedField = {
  name: string;
  label: string;
  valueType: ValueType;
  providerType: string;
  readOnly: boolean;
  /** Absent: the provider does not say. */
  required?: boolean;
  unique: boolean;
  custom: boolean;
  options?: readonly { value: string; label: string }[];
  /** Objects that a reference may name. */
  referenceTo?: readonly string[];
};

export type DescribedObject = { kind: 'described'; label?: string; fields: readonly DescribedField[] };
