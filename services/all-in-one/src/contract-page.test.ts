import { afterAll, expect, test } from '@jest/globals';
import {
  eventDataSchemas,
  eventTypes,
  jsonLimits,
  lifecycleTopic,
  managementHostFacts,
  mostOfConfig,
  operationFaults,
  operationSchema,
  scopes,
  writeBodyBytes,
  writeRequestSchema,
} from '@writ/contracts';
import { sitePages } from '@writ/docs';
import { createHttpApp, type HttpApp } from '@writ/http';
import { problemKinds } from '@writ/problems';
import { createAppLogger, createClosing, createHealth, createMetrics, systemClock } from '@writ/service-kit';
import { hostDocuments, managementServices } from './openapi/host-documents.ts';
import {
  codeSpans,
  contract,
  endpointsOf,
  firstCellsBelow,
  listAfter,
  withoutNames,
} from './testing/contract-page.ts';
import { declaredVariables } from './testing/declared-variables.ts';

const closing = createClosing();
const documents = Object.values(hostDocuments(closing));
const { problems } = managementServices(closing);
afterAll(() => closing.close());

const sortedSet = (names: readonly string[]): string[] => [...new Set(names)].sort();
const namesNotIn = (names: readonly string[], known: readonly string[]): string[] =>
  sortedSet(names.filter((name) => !known.includes(name)));
const spans = codeSpans(contract);

test('every endpoint that the contract names is one of a host', () => {
  const described = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
    ),
  );
  const named = endpointsOf(contract);

  expect(namesNotIn(named, [...described, ...pagesOfHosts()])).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});

test('every parameter of a query that the contract names is one of an endpoint', () => {
  const known = [...JSON.stringify(documents).matchAll(/"name":"(\w+)","in":"query"/g)].map(
    ([, name = '']) => name,
  );
  const named = spans.flatMap((span) => /^\?(\w+)/.exec(span)?.[1] ?? []);

  expect(namesNotIn(named, known)).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});

test('every member in camelCase that the contract names is one of a request, an answer or an event', () => {
  const known = JSON.stringify([documents, eventDataSchemas]).match(/\w+/g) ?? [];
  const named = spans.flatMap((span) => span.match(/\b[a-z]+[A-Z][A-Za-z]*\b/g) ?? []);

  expect(namesNotIn(named, known)).toEqual([]);
});

test('the statuses of the contract are those that problems have', () => {
  const named = firstCellsBelow('Status').flatMap((cell) => cell.split(', '));

  expect(named.sort()).toEqual(sortedSet(Object.values(problemKinds).map(({ status }) => String(status))));
});

test('every kind of problem that the contract names exists, with its status', () => {
  const named = [...contract.matchAll(/\b([45]\d\d) `([a-z-]+)`/g)].map(([, status, kind]) => ({
    kind,
    status,
  }));
  const known = Object.entries(problemKinds).map(([kind, { status }]) => ({ kind, status: String(status) }));

  expect(known).toEqual(expect.arrayContaining(named));
  expect(named.length).toBeGreaterThan(0);
});

test('every environment variable that the contract names is read by a process', async () => {
  const variables = (await declaredVariables()).map(({ name }) => name);
  // The others are error codes.
  const named = spans.flatMap(
    (span) => /^(?!NOT_|KEY_|AMBIGUOUS_|DUPLICATE_)[A-Z]+(?:_[A-Z\d]+)+/.exec(span) ?? [],
  );

  expect(namesNotIn(named, variables)).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});

test('the event types and the topic of the contract exist', () => {
  const named = spans.filter((span) => /^[a-z]+(\.[a-z]+)?\.([a-z]+ed|done|error)$/.test(span));

  expect(namesNotIn(named, eventTypes)).toEqual([]);
  expect(contract).toContain(`Kafka topic \`${lifecycleTopic}\``);
});

test.each([
  ['`waiting.reason` is ', operationSchema.properties.metadata.properties.waiting.properties.reason.enum],
  ['A failure is ', operationFaults.filter((fault) => fault !== 'cancelled')],
  ['**Scopes**: ', scopes],
] satisfies [string, readonly string[]][])(
  'after "%s" the contract lists what the code has',
  (words, known) => {
    expect(listAfter(words).sort()).toEqual([...known].sort());
  },
);

test('the limits of the contract are those of the code', () => {
  const { levels, values } = jsonLimits;

  expect(contract).toContain(`| ${writeRequestSchema.properties.batch.maxItems} records,`);
  expect(contract).toContain(`| ${writeBodyBytes / 1024 ** 2} MB of a write`);
  expect(contract).toContain(
    `| ${levels} levels (config: ${mostOfConfig.levels}), ${values.toLocaleString('en')} values |`,
  );
});

/** Pages of the hosts besides endpoints, without those only for operators and browsers. */
function pagesOfHosts(): string[] {
  const app = createHttpApp({
    pages: sitePages({
      api: managementHostFacts,
      managementUrl: 'http://writ.test/v1',
      writeUrl: 'http://write.test/v1',
      events: {},
    }),
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

const pathsOf = (stack: HttpApp['router']['stack']): string[] =>
  stack.flatMap(({ route, handle }) => [
    ...(route === undefined ? [] : [route.path].flat()),
    ...('stack' in handle ? pathsOf(handle.stack as typeof stack) : []),
  ]);
