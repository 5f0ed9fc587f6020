/** HubSpot-defined types of associations from one standard object to another (Providers §2.2); the sandbox knows a few. */
const types: readonly (readonly [from: string, to: string, typeId: number])[] = [
  ['contacts', 'companies', 1],
  ['companies', 'contacts', 2],
  ['deals', 'contacts', 3],
  ['contacts', 'deals', 4],
  ['deals', 'companies', 5],
  ['companies', 'deals', 6],
  ['contacts', 'tickets', 15],
  ['contacts', 'companies', 279],
  ['companies', 'contacts', 280],
  ['deals', 'companies', 341],
  ['companies', 'deals', 342],
  ['contacts', 'contacts', 449],
];

/** The object that a type leads to; undefined unless it starts from this object. */
export const targetOf = (from: string, typeId: number): string | undefined =>
  types.find(([start, , id]) => start === from && id === typeId)?.[1];
