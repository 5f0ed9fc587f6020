type Members = Readonly<Record<string, object>>;

type Closed<Facts, Required extends string> = Omit<Facts, 'optional' | 'required'> & {
  type: 'object';
  additionalProperties: false;
  required: readonly Required[];
};

/** Schema of an object with these properties and no others: all of them are there, but the `optional` ones may be absent. */
export const closedObject = <
  const Properties extends Members,
  const Facts extends object,
  const Optional extends keyof Properties & string = never,
>({
  optional = [],
  ...facts
}: Facts & { properties: Properties; optional?: readonly Optional[] }) => {
  const mayBeAbsent: readonly string[] = optional;
  const required = Object.keys(facts.properties).filter((name) => !mayBeAbsent.includes(name));
  return { type: 'object', additionalProperties: false, required, ...facts } as unknown as Closed<
    Facts,
    Exclude<keyof Properties & string, Optional>
  >;
};

/** Schema of an object with these properties and no others: each may be absent, but the `required` ones. */
export const partialObject = <
  const Properties extends Members,
  const Facts extends object,
  const Required extends keyof Properties & string = never,
>(
  facts: Facts & { properties: Properties; required?: readonly Required[] },
) => ({ type: 'object', additionalProperties: false, ...facts }) as unknown as Closed<Facts, Required>;

/** Schema of a whole list. */
export const listOf = <const Name extends string, const Item>(name: Name, items: Item) =>
  ({ $id: name, type: 'array', items }) as const;

type ObjectSchema = { properties: Members; required: readonly string[] };

/**
 * Schema of an object that is one of several kinds: it has all their members, and requires those that each kind requires.
 * A union instead is read by some generators of clients as its first kind, by others as all kinds together.
 */
export const oneOfObjects = <const Name extends string>(
  facts: { $id: Name; description: string },
  kinds: readonly ObjectSchema[],
) =>
  ({
    ...facts,
    type: 'object',
    additionalProperties: false,
    required: (kinds[0]?.required ?? []).filter((name) =>
      kinds.every(({ required }) => required.includes(name)),
    ),
    properties: Object.assign({}, ...kinds.map(({ properties }) => properties)) as Members,
  }) as const;
