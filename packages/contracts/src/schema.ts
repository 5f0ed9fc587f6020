type Members = Readonly<Record<string, object>>;

type Closed<Facts, Required extends string> = Omit<Facts, 'optional' | 'required'> & {
  type: 'object';
  additionalProperties: false;
  required: readonly Required[];
};

/** All properties are required except the `optional` ones; others are not allowed. */
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

/** Only the `required` properties are required; others are not allowed. */
export const partialObject = <
  const Properties extends Members,
  const Facts extends object,
  const Required extends keyof Properties & string = never,
>(
  facts: Facts & { properties: Properties; required?: readonly Required[] },
) => ({ type: 'object', additionalProperties: false, ...facts }) as unknown as Closed<Facts, Required>;

export const listOf = <const Name extends string, const Item>(name: Name, items: Item) =>
  ({ $id: name, type: 'array', items }) as const;

type ObjectSchema = { properties: Members; required: readonly string[] };

/**
 * An object of one of several kinds: has the members of all, and requires what every kind requires. Client
 * generators misread unions.
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
