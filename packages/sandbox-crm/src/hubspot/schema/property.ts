export type Property = {
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'enumeration' | 'date' | 'datetime' | 'bool';
  readonly fieldType: string;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly hasUniqueValue: boolean;
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly isEmail: boolean;
};

type Extras = Partial<Pick<Property, 'hasUniqueValue' | 'readOnly' | 'required' | 'isEmail'>>;

const plain = { options: [], hasUniqueValue: false, readOnly: false, required: false, isEmail: false };

const property =
  (type: Property['type'], fieldType: string) =>
  (name: string, label: string, extras: Extras = {}): Property => ({
    ...plain,
    name,
    label,
    type,
    fieldType,
    ...extras,
  });

export const text = property('string', 'text');
export const number = property('number', 'number');
export const moment = property('datetime', 'date');
export const date = property('date', 'date');

export function yesOrNo(name: string, label: string): Property {
  const options = [
    { label: 'True', value: 'true' },
    { label: 'False', value: 'false' },
  ];
  return { ...plain, name, label, type: 'bool', fieldType: 'booleancheckbox', options };
}

/** A choice; the label of each value is the value in plain words. */
export function choice(name: string, label: string, values: readonly string[]): Property {
  const options = values.map((value) => ({ label: value.replaceAll('_', ' '), value }));
  return { ...plain, name, label, type: 'enumeration', fieldType: 'select', options };
}
