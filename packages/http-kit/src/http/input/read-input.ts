import { invalidInput, Refusal, type IssueInput, type Issues } from '../problems/refusal.ts';
import type { CompileSchema, Validator } from '../problems/validator.ts';
import type { Request } from 'express';
import type { Endpoint, SentHeaders } from '../endpoint.ts';
import { declaredBytes } from './declared-bytes.ts';
import { withNormalIds } from './normal-ids.ts';
import { nothingSent, readJsonBody, readUnwantedBody, type ReadBody } from './read-json-body.ts';
import type { HoldBody } from '../host/held-bodies.ts';
import { readQuery } from './read-query.ts';
import { holdsSecrets, unstorableIssues } from './storable.ts';

/** What a request brings besides its credentials, with all faults that it shows by itself. */
export type Input = {
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  issues: readonly IssueInput[];
};

type InputReader = {
  /** Reads the body and checks nothing. @throws Refusal where it cannot be read at all */
  readBody: (request: Request, hold: HoldBody) => Promise<ReadBody>;
  /** All that a request brings. @throws what `readBody` throws, with the faults that stand beside the body */
  check: (
    request: Request,
    params: Readonly<Record<string, string>>,
    readBody: () => Promise<ReadBody>,
  ) => Promise<Input>;
};

const defaultBodyLimitBytes = 256 * 1024;
const nothing: Validator = () => [];
const noQuery = { type: 'object', additionalProperties: false, properties: {} } as const;

/** Reads what is sent to an endpoint, and checks it by the endpoint's schemas and rules. */
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
    const issues = [
      ...besideBody,
      ...ofText,
      ...checkBody(body),
      ...(escaped ? unstorableIssues(body, 'body', showTexts) : []),
      ...((await endpoint.rules?.({
        params,
        query,
        body,
        ...headersOf(request),
      })) ?? []),
    ];
    return { query, body, issues };
  };
  return { readBody, check };
}

/** HTTP gives the body of a GET no meaning: none is read. */
export const takesBody = ({ method }: Pick<Endpoint, 'method'>): boolean => method !== 'get';

const hasNoBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] === undefined && declaredBytes(headers['content-length']) === 0;

/** The body, or a refusal that tells the faults beside it, too: of a body that is no JSON nothing else can be told. */
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

/** The headers of a request, as rules and endpoints read them. */
export const headersOf = (request: Request) => ({
  header: (name: string): string | undefined => headerOf(request, name),
  headers: (): SentHeaders => request.headersDistinct,
});

function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The headers that a schema names, under the names that it gives them. */
function namedHeaders(names: readonly string[], request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(request, name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** Several headers of one name would be read as one, with a value that nobody has sent. */
const repeatedHeaders = (names: readonly string[], request: Request): IssueInput[] =>
  names.flatMap((name) => {
    // Node joins them by a comma; most requests have none, and need not be looked through again.
    if (!headerOf(request, name)?.includes(',')) return [];
    const values = request.headersDistinct[name.toLowerCase()] ?? [];
    return values.length > 1
      ? [{ in: 'header', name, detail: `\`${name}\` must be sent once.`, value: values }]
      : [];
  });
