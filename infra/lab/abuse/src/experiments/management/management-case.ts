import fc from 'fast-check';
import { bodyFaults, type BodyFault } from './body-faults.ts';
import { nobody, pathOf, type Operation, type Parameter } from './operations.ts';

export type ManagementCase = {
  operation: Operation;
  address: string;
  text?: string;
  expected:
    /** Exactly these issues, as `in name`, with this status. */
    { kind: 'faulty'; status: number; issues: readonly string[] } | { kind: 'wild' };
};

/** Existing values of the demo; all others are unknown. */
const known: Readonly<Record<string, string>> = {
  projectIdOrName: 'demo',
  integrationIdOrName: 'demo-hubspot',
  objectName: 'contacts',
  name: 'hubspot',
};

/** A valid request would erase the demo, which later requests need. */
const knownUnlessErased = ({ id }: Operation): typeof known => (id === 'deleteProject' ? {} : known);

/** Up to three faults of a body at separate places, sometimes with one of the query. */
const faulty = (operation: Operation): fc.Arbitrary<ManagementCase> => {
  const { body } = operation;
  const possible = body ? bodyFaults(body.schema, body.example) : [];
  return fc
    .record({
      picks: fc.array(fc.nat(), { minLength: body ? 1 : 0, maxLength: body ? 3 : 0 }),
      ofQuery: body ? fc.boolean() : fc.constant(true),
      parameter: fc.nat(),
    })
    .map(({ picks, ofQuery, parameter }) => {
      const faults = apart(picks.flatMap((pick) => possible[pick % possible.length] ?? []));
      const json = structuredClone(body?.example) as Record<string, unknown>;
      for (const { put } of faults) put(json);
      const query = ofQuery || faults.length === 0 ? queryFault(operation.query, parameter) : undefined;
      const issues = [
        ...faults.map(({ pointer }) => `body ${pointer}`),
        ...(query ? [`query ${query.name}`] : []),
      ];
      return {
        operation,
        address: pathOf(operation, known) + queryOf(operation, query),
        ...(body && { text: JSON.stringify(json) }),
        expected: { kind: 'faulty', status: 400, issues },
      };
    });
};

/** Parameters of bulk requests besides filters. */
const beside = ['everything', 'dryRun', 'all', 'force', 'noSuchParameter'];

/** A query with the fault, if any. Required parameters are valid: any text, or no filter. */
function queryOf({ query }: Operation, fault?: { name: string; value: string }): string {
  const isFiltered = fault !== undefined && !beside.includes(fault.name);
  const needed = query.flatMap(({ name, required }) => {
    if (name === fault?.name) return [];
    if (name === 'everything') return isFiltered ? [] : [{ name, value: 'true' }];
    return required ? [{ name, value: 'x' }] : [];
  });
  const pairs = [...needed, ...(fault ? [fault] : [])];
  return pairs.length > 0 ? `?${pairs.map(({ name, value }) => `${name}=${value}`).join('&')}` : '';
}

const apart = (faults: readonly BodyFault[]): BodyFault[] =>
  faults.filter(
    ({ pointer }, index) =>
      !faults.some(
        (other, at) => at < index && (within(pointer, other) || within(other.pointer, { pointer })),
      ),
  );
const within = (pointer: string, { pointer: above }: { pointer: string }): boolean =>
  pointer === above || pointer.startsWith(`${above}/`);

function queryFault(parameters: readonly Parameter[], pick: number): { name: string; value: string } {
  const strict = parameters.filter(
    ({ schema }) => schema.enum !== undefined || ['integer', 'boolean'].includes(String(schema.type)),
  );
  const chosen = strict[pick % (strict.length + 1)];
  return { name: chosen?.name ?? 'noSuchParameter', value: 'x' };
}

/** A path with a foreign or invalid name. */
const unknownName = (operation: Operation): fc.Arbitrary<ManagementCase> =>
  fc
    .record({
      name: fc.constantFrom(...operation.pathParameters, 'x'),
      value: fc.constantFrom('none', nobody, '%00', 'a%2Fb', '..%2f..', '%F0%9F%90%99'),
    })
    .map(({ name, value }) => ({
      operation,
      address: pathOf(operation, { ...knownUnlessErased(operation), [name]: value }),
      ...(operation.body && { text: JSON.stringify(operation.body.example) }),
      expected: { kind: 'wild' },
    }));

const wild = (operation: Operation): fc.Arbitrary<ManagementCase> =>
  fc
    .record({
      text: fc.oneof(fc.json(), fc.string({ unit: 'binary', minLength: 1 }), membersOf(operation)),
      query: fc.dictionary(
        fc.constantFrom(...operation.query.map(({ name }) => name), 'x'),
        fc.string({ unit: 'grapheme' }),
        { noNullPrototype: true },
      ),
    })
    .map(({ text, query }) => ({
      operation,
      address: `${pathOf(operation, knownUnlessErased(operation))}?${new URLSearchParams(query).toString()}`,
      ...(operation.body && { text }),
      expected: { kind: 'wild' },
    }));

const membersOf = ({ body }: Operation): fc.Arbitrary<string> =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(body?.schema.properties ?? {}), 'x'), fc.jsonValue(), {
      noNullPrototype: true,
    })
    .map((json) => JSON.stringify(json));

export const managementCase = (operations: readonly Operation[]): fc.Arbitrary<ManagementCase> =>
  fc
    .constantFrom(...operations)
    .chain((operation) =>
      fc.oneof(
        { weight: 6, arbitrary: faulty(operation) },
        { weight: 3, arbitrary: wild(operation) },
        { weight: 1, arbitrary: unknownName(operation) },
      ),
    );
