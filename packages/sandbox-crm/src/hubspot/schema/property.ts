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

export function text(name: string, label: string, extras: Extras = {}): Property {
  return { ...plain, name, label, type: 'string', fieldType: 'text', ...extras };
}

export function number(name: string, label: string, extras: Extras = {}): Property {
  return { ...plain, name, label, type: 'number', fieldType: 'number', ...extras };
}

export function moment(name: string, label: string, extras: Extras = {}): Property {
  return { ...plain, name, label, type: 'datetime', fieldType: 'date', ...extras };
}

export function date(name: string, label: string): Property {
  return { ...plain, name, label, type: 'date', fieldType: 'date' };
}

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
