/** A HubSpot-defined type of association, as it leads from one standard object to another. */
export type AssociationType = {
  readonly from: string;
  readonly to: string;
  readonly typeId: number;
  /** Null for the type that says no more than that the two belong together. */
  readonly label: string | null;
};

/** The standard objects, with the ids of their types. Activities, quotes and the like are only associated with. */
const typeIds: Readonly<Record<string, string>> = {
  contacts: '0-1',
  companies: '0-2',
  deals: '0-3',
  tickets: '0-5',
  line_items: '0-8',
  quotes: '0-14',
  communications: '0-18',
  feedback_submissions: '0-19',
  tasks: '0-27',
  notes: '0-46',
  meetings: '0-47',
  calls: '0-48',
  emails: '0-49',
  postal_mail: '0-116',
};

/** The type of the way there; the one of the way back has the next number. */
const pairs: readonly (readonly [from: string, to: string, typeId: number])[] = [
  ['contacts', 'companies', 279],
  ['deals', 'contacts', 3],
  ['deals', 'companies', 341],
  ['contacts', 'tickets', 15],
  ['tickets', 'companies', 339],
  ['deals', 'tickets', 27],
  ['deals', 'line_items', 19],
  ['deals', 'quotes', 63],
  ['quotes', 'line_items', 67],
  ['quotes', 'contacts', 69],
  ['quotes', 'companies', 71],
  ['quotes', 'tasks', 217],
  ['communications', 'contacts', 81],
  ['communications', 'tickets', 83],
  ['communications', 'deals', 85],
  ['communications', 'companies', 87],
  ['contacts', 'feedback_submissions', 97],
  ['tickets', 'feedback_submissions', 99],
  ['companies', 'calls', 181],
  ['companies', 'emails', 185],
  ['companies', 'meetings', 187],
  ['companies', 'notes', 189],
  ['companies', 'tasks', 191],
  ['contacts', 'calls', 193],
  ['contacts', 'emails', 197],
  ['contacts', 'meetings', 199],
  ['contacts', 'notes', 201],
  ['contacts', 'tasks', 203],
  ['deals', 'calls', 205],
  ['deals', 'emails', 209],
  ['deals', 'meetings', 211],
  ['deals', 'notes', 213],
  ['deals', 'tasks', 215],
  ['tickets', 'calls', 219],
  ['tickets', 'emails', 223],
  ['tickets', 'meetings', 225],
  ['tickets', 'notes', 227],
  ['tickets', 'tasks', 229],
  ['calls', 'meetings', 399],
  ['postal_mail', 'contacts', 453],
  ['postal_mail', 'tickets', 455],
  ['postal_mail', 'deals', 457],
  ['postal_mail', 'companies', 459],
];

const types: readonly AssociationType[] = [
  ...pairs.flatMap(([from, to, typeId]) => [
    { from, to, typeId, label: null },
    { from: to, to: from, typeId: typeId + 1, label: null },
  ]),
  { from: 'contacts', to: 'contacts', typeId: 449, label: null },
  { from: 'companies', to: 'companies', typeId: 450, label: null },
  { from: 'deals', to: 'deals', typeId: 451, label: null },
  { from: 'tickets', to: 'tickets', typeId: 452, label: null },
  { from: 'contacts', to: 'companies', typeId: 1, label: 'Primary' },
  { from: 'companies', to: 'contacts', typeId: 2, label: 'Primary' },
  { from: 'deals', to: 'companies', typeId: 5, label: 'Primary' },
  { from: 'companies', to: 'deals', typeId: 6, label: 'Primary' },
  { from: 'companies', to: 'tickets', typeId: 25, label: 'Primary' },
  { from: 'tickets', to: 'companies', typeId: 26, label: 'Primary' },
  { from: 'companies', to: 'companies', typeId: 13, label: 'Child Company' },
  { from: 'companies', to: 'companies', typeId: 14, label: 'Parent Company' },
];

const namesByAlias = new Map(
  Object.entries(typeIds).flatMap(([name, typeId]) =>
    [name, typeId, name.replace(/ies$/, 'y').replace(/s$/, '')].map((alias) => [alias, name]),
  ),
);

/** The standard object that a path names: by plural, singular or type id. */
export const standardObject = (alias: string): string | undefined => namesByAlias.get(alias.toLowerCase());

export const associationTypes = (from: string, to: string): AssociationType[] =>
  types.filter((type) => type.from === from && type.to === to);

/** Where a type leads; undefined where it does not start from this object. */
export const targetOf = (from: string, typeId: number): string | undefined =>
  types.find((type) => type.from === from && type.typeId === typeId)?.to;
