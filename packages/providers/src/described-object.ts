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
  /** The provider's name of the type. */
  providerType: string;
  readOnly: boolean;
  /** A create needs it; absent: the provider does not say. */
  required?: boolean;
  unique: boolean;
  /** Made by the customer. */
  custom: boolean;
  options?: readonly { value: string; label: string }[];
  /** Objects that a reference may name. */
  referenceTo?: readonly string[];
};

export type DescribedObject = { kind: 'described'; label?: string; fields: readonly DescribedField[] };
