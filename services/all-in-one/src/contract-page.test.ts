import { afterAll, expect, test } from '@jest/globals';
import {
  deadLetterKinds,
  deadLetterQuerySchema,
  deliveryQuerySchema,
  deliveryWithAttemptsSchema,
  destinationSchema,
  eventDataSchemas,
  eventTypes,
  laneSchema,
  lifecycleTopic,
  managementHostFacts,
  operationSchema,
  scopes,
} from '@writ/contracts';
import { createHttpApp, problemKinds, type HttpApp } from '@writ/http-kit';
import { startSandboxCrm } from '@writ/sandbox-crm';
import { createAppLogger, createClosing, createHealth, createMetrics, systemClock } from '@writ/service-kit';
import { hostDocuments, managementServices } from './openapi/host-documents.ts';
import {
  codeSpans,
  contract,
  endpointsOf,
  listAfter,
  notBuilt,
  withoutNames,
} from './testing/contract-page.ts';
import { declaredVariables } from './testing/declared-variables.ts';

const closing = createClosing();
const documents = Object.values(hostDocuments(closing));
const { problems } = managementServices(closing);
afterAll(() => closing.close());

const named = endpointsOf(contract);
const namesOf = (endpoints: readonly { endpoint: string }[]) => endpoints.map(({ endpoint }) => endpoint);
const isOfSandbox = (endpoint: string): boolean => endpoint.includes(' /_sandbox/');
const sortedSet = (names: readonly string[]): string[] => [...new Set(names)].sort();
const namesNotIn = (names: readonly string[], known: readonly string[]): string[] =>
  sortedSet(names.filter((name) => !known.includes(name)));

/** The endpoints that both hosts describe, with the parameters of their queries and the statuses of their answers. */
const described = documents.flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters, responses }]) => ({
      endpoint: `${method.toUpperCase()} ${withoutNames(path)}`,
      query: [...JSON.stringify(parameters).matchAll(/"name":"(\w+)","in":"query"/g)].map(
        ([, name = '']) => name,
      ),
      statuses: Object.keys(responses),
    })),
  ),
);

test('the contract names the endpoints that are there, and all of them', () => {
  const there = [...namesOf(described), ...pagesOfHosts()];
  const promised = namesOf(named).filter((endpoint) => !isOfSandbox(endpoint));

  expect({
    toldButNotThere: namesNotIn(promised, there),
    thereButNotTold: namesNotIn(there, promised),
  }).toEqual({ toldButNotThere: [], thereButNotTold: [] });
});

test('the parameters of a query are those that the contract gives an endpoint, and all are named', () => {
  const lines = Map.groupBy(named, ({ line }) => line);
  const wrong = [...lines].flatMap(([line, endpoints]) => {
    const known = described
      .filter(({ endpoint }) => namesOf(endpoints).includes(endpoint))
      .flatMap(({ query }) => query);
    return endpoints.some(({ endpoint }) => isOfSandbox(endpoint)) ? [] : namesNotIn(queryOf(line), known);
  });
  const all = described.flatMap(({ query }) => query);

  expect(wrong).toEqual([]);
  expect(namesNotIn(all, queryOf(contract))).toEqual([]);
});

test('what the contract says of the sandbox is answered by it', async () => {
  const { url } = closing.add(await startSandboxCrm({ port: 0 }), (sandbox) => sandbox.close());
  const asked = sortedSet(namesOf(named).filter(isOfSandbox));
  const answers = await Promise.all(
    asked.map(async (endpoint) => {
      const [method = '', path = ''] = endpoint.split(' ');
      const filled = ['hubspot', 'acme', 'contacts'].reduce((text, word) => text.replace('{}', word), path);
      return { endpoint, status: (await fetch(url + filled, { method })).status };
    }),
  );

  expect(answers.filter(({ status }) => status === 404)).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
});

test('the section of what is not built names no endpoint that is there', () => {
  const later = namesOf(endpointsOf(notBuilt));

  expect(later.filter((endpoint) => namesOf(described).includes(endpoint))).toEqual([]);
});

test('the statuses that the contract gives an endpoint are those that it answers', () => {
  const wrong = [...Map.groupBy(named, ({ line }) => line)].flatMap(([line, endpoints]) => {
    const statuses = described
      .filter(({ endpoint }) => namesOf(endpoints).includes(endpoint))
      .flatMap((known) => known.statuses);
    const told = line.replaceAll(/`[^`]*`/g, '').match(/(?<![\d-])[245]\d\d\b(?!,\d| MB| kB)/g) ?? [];
    return statuses.length === 0 ? [] : namesNotIn(told, statuses).map((status) => `${status}: ${line}`);
  });

  expect(wrong).toEqual([]);
});

test('the event types of the contract are those that can be routed', () => {
  const told = codeSpans(contract).filter((span) => /^[a-z]+(\.[a-z]+)?\.([a-z]+ed|done|error)$/.test(span));

  expect(sortedSet(told)).toEqual([...eventTypes].sort());
  expect(contract).toContain(`Kafka topic \`${lifecycleTopic}\``);
});

test('each member of the data of an event stands in the line of its type, or among the facts', () => {
  const lines = contract.slice(contract.indexOf('### 6.1 Events')).split('\n');
  const facts = lines.find((line) => line.includes('Facts are')) ?? '';
  const missing = eventTypes.flatMap((type) => {
    const line = lines.find((told) => told.startsWith('- ') && told.includes(`\`${type}\``)) ?? '';
    const told = (line.includes('facts') ? line + facts : line).match(/\w+/g) ?? [];
    return namesNotIn(Object.keys(eventDataSchemas[type].properties), told).map((name) => `${type}: ${name}`);
  });

  expect(missing).toEqual([]);
});

test('every member in camelCase that the contract names is one of a request, an answer or an event', () => {
  const known = JSON.stringify([documents, eventDataSchemas]).match(/\w+/g) ?? [];
  const told = contract.match(/\b[a-z]+[A-Z][A-Za-z]*\b/g) ?? [];
  // The last three are of the file that a first look reads.
  const elsewhere = ['camelCase', 'managementUrl', 'writeUrl', 'sandboxUrl'];

  expect(namesNotIn(told, known)).toEqual(elsewhere.sort());
});

test('each status of a problem is told with its kinds, and each kind with its status', () => {
  const lines = [...contract.matchAll(/^- \*\*([\d, ]+)\*\*(.*)$/gm)];
  const told = lines.flatMap(([, statuses = '', words = '']) =>
    codeSpans(/^(?:,? `[a-z-]+`)*/.exec(words)?.[0] ?? '').map((kind) => `${kind} ${statuses}`),
  );
  const facts = Object.entries(problemKinds);
  const known = facts.map(([kind, { status }]) => ({ kind, status: String(status) }));
  const isTold = ({ kind, status }: { kind: string; status: string }) =>
    told.some((line) => line.startsWith(`${kind} `) && line.includes(status));

  expect(known.filter((kind) => !isTold(kind))).toEqual([]);
  expect(told.map((line) => line.split(' ')[0])).toHaveLength(known.length);
});

test('the environment variables of the contract are those that processes read', async () => {
  const variables = (await declaredVariables()).map(({ name }) => name);
  const told = codeSpans(contract).flatMap(
    (span) => /^[A-Z][A-Z\d]*(?:(?:_[A-Z\d]+)+(?==|$)|(?==))/.exec(span) ?? [],
  );

  expect({
    toldButNotRead: namesNotIn(told, variables),
    readButNotTold: namesNotIn(variables, told),
  }).toEqual({ toldButNotRead: [], readButNotTold: [] });
});

const { status, metadata } = operationSchema.properties;
const { autoBatch, waiting, retry } = metadata.properties;

test.each([
  ['`status` is ', status.enum],
  ['`stage` is ', autoBatch.properties.stage.enum],
  ['`waiting.reason` is ', waiting.properties.reason.enum],
  ['a delivery is ', deliveryQuerySchema.properties.status.enum],
  ['of one that is pending ', deliveryWithAttemptsSchema.properties.stage.enum],
  ['a dead letter is ', deadLetterQuerySchema.properties.status.enum],
  ['`reasonKind` ', deadLetterKinds],
  ['a destination is ', destinationSchema.properties.status.enum],
  ['a lane is of the kind ', laneSchema.properties.kind.enum],
  ['**Scopes**: ', scopes],
] satisfies [string, readonly string[]][])(
  'after "%s" the contract lists what the code has',
  (words, known) => {
    expect(listAfter(words).sort()).toEqual([...known].sort());
  },
);

test('the members of the metadata of an operation are those of its schema', () => {
  const span = codeSpans(contract).find((text) => text.startsWith('{type, mode, recordCount')) ?? '';
  const nested = [retry, autoBatch, waiting].flatMap(({ properties }) => Object.keys(properties));

  expect((span.replaceAll(/\(.*?\)/g, '').match(/\w+/g) ?? []).sort()).toEqual(
    [...Object.keys(metadata.properties), ...nested].sort(),
  );
});

/** The parameters of a query that a text names; lists that are `paged` have two. */
function queryOf(text: string): string[] {
  const spans = codeSpans(text).filter((span) => span.includes('?'));
  const names = spans.flatMap((span) =>
    [...span.matchAll(/(?:^|[\s}\w])\?(\w+)/g)].map(([, name = '']) => name),
  );
  return /\bpaged\b/.test(text) ? [...names, 'pageSize', 'pageToken'] : names;
}

/** What a host answers beside its endpoints, without what is for operators and browsers alone. */
function pagesOfHosts(): string[] {
  const app = createHttpApp({
    site: {
      api: managementHostFacts,
      managementUrl: 'http://writ.test/v1',
      writeUrl: 'http://write.test/v1',
      events: {},
    },
    endpoints: [],
    authentication: { findHolder: notAsked, findProject: notAsked },
    problems,
    logger: createAppLogger({ service: 'pages', level: 'error', write: () => undefined }),
    health: createHealth({ checkTimeoutMs: 1 }),
    metrics: createMetrics({ service: 'pages', defaults: false }),
    clock: systemClock,
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  return sortedSet(pathsOf(app.router.stack))
    .filter((path) => !path.startsWith('/assets/'))
    .map((path) => `GET ${withoutNames(path)}`);
}

const notAsked = () => Promise.resolve(undefined);

/** The paths of a router and of the routers within it. */
const pathsOf = (stack: HttpApp['router']['stack']): string[] =>
  stack.flatMap(({ route, handle }) => [
    ...(route === undefined ? [] : [route.path].flat()),
    ...('stack' in handle ? pathsOf(handle.stack as typeof stack) : []),
  ]);
