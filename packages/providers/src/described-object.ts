/** The kinds of values that fields hold, whatever a provider calls them. */
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

/** A field of an object, as the provider describes it to who owns the token. */
export type DescribedField = {
  name: string;
  label: string;
  valueType: ValueType;
  /** What the provider calls the type. */
  providerType: string;
  /** It can never be written. */
  readOnly: boolean;
  /** A create has to have it; absent where the provider does not tell. */
  required?: boolean;
  /** No two records hold the same value. */
  unique: boolean;
  /** The customer has made it. */
  custom: boolean;
  /** Of a selection: what may be selected. */
  options?: readonly { value: string; label: string }[];
  /** Of a reference: the objects whose records it may name. */
  referenceTo?: readonly string[];
};

/** An object of an account. */
export type DescribedObject = { kind: 'described'; label?: string; fields: readonly DescribedField[] };
