import {
  invalidInput,
  Refusal,
  type CompileSchema,
  type IssueInput,
  type Issues,
  type Validator,
} from '@writ/problems';
import type { Request } from 'express';
import type { Endpoint, SentHeaders } from '../endpoint.ts';
import { declaredBytes } from './declared-bytes.ts';
import { withNormalIds } from './normal-ids.ts';
import { nothingSent, readJsonBody, readUnwantedBody, type ReadBody } from './read-json-body.ts';
import type { HoldBody } from '../host/held-bodies.ts';
import { readQuery } from './read-query.ts';
import { blanked } from './typed.ts';
import { holdsSecrets, unstorableIssues } from './storable.ts';

/** With all issues that the request shows by itself. */
export type Input = {
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  issues: readonly IssueInput[];
};

type InputReader = {
  /** Without checking it. @throws Refusal if it cannot be read */
  readBody: (request: Request, hold: HoldBody) => Promise<ReadBody>;
  /** @throws what `readBody` throws, with the issues beside the body */
  check: (
    request: Request,
    params: Readonly<Record<string, string>>,
    readBody: () => Promise<ReadBody>,
  ) => Promise<Input>;
};

const defaultBodyLimitBytes = 256 * 1024;
const nothing: Validator = () => [];
const noQuery = { type: 'object', additionalProperties: false, properties: {} } as const;

/** Reads and checks the input of an endpoint by its schemas and rules. */
export function inputReader(endpoint: Endpoint, compile: CompileSchema): InputReader {
  const checkParams = endpoint.params === undefined ? nothing : compile(endpoint.params as object, 'path');
  const checkHeaders =
    endpoint.headers === undefined ? nothing : compile(endpoint.headers as object, 'header');
  const checkQuery = compile(endpoint.query ?? noQuery, 'query');
  const checkBody = endpoint.body === undefined ? nothing : compile(endpoint.body, 'body');
  const headerNames = Object.keys(
    (endpoint.headers as { properties?: object } | undefined)?.properties ?? {},
  );
  const showTexts = !holdsSecrets(endpoint.body);

  const limitBytes = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes;
  const readBody: InputReader['readBody'] = async (request, hold) => {
    const bounds = { limitBytes, hold, anyJson: endpoint.anyJson === true };
    if (!takesBody(endpoint)) return nothingSent;
    if (!endpoint.body) return readUnwantedBody(request, bounds);
    return endpoint.bodyOptional === true && hasNoBody(request) ? nothingSent : readJsonBody(request, bounds);
  };
  const check: InputReader['check'] = async (request, params, read) => {
    const { query: asked, issues: ofQuery } = readQuery(request.url);
    const query = withNormalIds(asked);
    const besideBody = [
      ...checkParams(params),
      ...ofQuery,
      ...checkQuery(query),
      ...unstorableIssues(query, 'query', true),
      ...checkHeaders(namedHeaders(headerNames, request)),
      ...repeatedHeaders(headerNames, request),
    ];
    const { body, escaped, issues: ofText } = await orAllFaults(read(), besideBody);
    const mistyped = new Set<string>();
    const ofBody = checkBody(body, (at) => mistyped.add(at));
    const typed = mistyped.size === 0 ? body : blanked(body, mistyped);
    const sent = { params, query, body: typed as never, ...headersOf(request) };
    const ofRules = mistyped.has('') ? [] : ((await endpoint.rules?.(sent)) ?? []);
    const issues = [
      ...besideBody,
      ...ofText,
      ...ofBody,
      ...(escaped ? unstorableIssues(body, 'body', showTexts) : []),
      ...ofRules.filter(({ in: where, name }) => where !== 'body' || !mistyped.has(name)),
    ];
    return { query, body, issues };
  };
  return { readBody, check };
}

/** The body of a GET has no meaning in HTTP. */
export const takesBody = ({ method }: Pick<Endpoint, 'method'>): boolean => method !== 'get';

const hasNoBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] === undefined && declaredBytes(headers['content-length']) === 0;

/** Adds the issues beside the body to the refusal of an unreadable body. */
async function orAllFaults(reading: Promise<ReadBody>, besideBody: readonly IssueInput[]): Promise<ReadBody> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Refusal) || error.facts.issues === undefined) throw error;
    const issues: Issues = [...error.facts.issues, ...besideBody];
    throw error.kind === 'invalid-input'
      ? invalidInput(issues)
      : new Refusal(error.kind, { ...error.facts, issues });
  }
}

export const headersOf = (request: Request) => ({
  header: (name: string): string | undefined => headerOf(request, name),
  headers: (): SentHeaders => request.headersDistinct,
});

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

function namedHeaders(names: readonly string[], request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(request, name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** Repeated headers would be read as one value that nobody has sent. */
const repeatedHeaders = (names: readonly string[], request: Request): IssueInput[] =>
  names.flatMap((name) => {
    // Node joins them by commas; most requests have none.
    if (!headerOf(request, name)?.includes(',')) return [];
    const values = request.headersDistinct[name.toLowerCase()] ?? [];
    return values.length > 1
      ? [{ in: 'header', name, detail: `\`${name}\` must be sent once.`, value: values }]
      : [];
  });
