import {
  invalidInput,
  Refusal,
  type CompileSchema,
  type IssueInput,
  type Validator,
} from '@writ/problem-details';
import type { Request } from 'express';
import type { Endpoint } from './endpoint.ts';
import { withNormalIds } from './normal-ids.ts';
import { readJsonBody, type ReadBody } from './read-json-body.ts';
import { namedHeaders, repeatedHeaders } from './request-headers.ts';
import { holdsSecrets, unstorableIssues } from './storable.ts';

/** What a request brings besides its credentials, with all faults that it shows by itself. */
export type Input = {
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  issues: readonly IssueInput[];
};

/** Reads the input of a request, its body too. @throws Refusal where it cannot be read at all. */
export type ReadInput = (request: Request, params: Readonly<Record<string, string>>) => Promise<Input>;

const defaultBodyLimitBytes = 256 * 1024;
const nothing: Validator = () => [];
const noQuery = { type: 'object', additionalProperties: false, properties: {} } as const;

/** Reads what is sent to an endpoint by the endpoint's schemas and rules. */
export function inputReader(endpoint: Endpoint, compile: CompileSchema): ReadInput {
  const checkParams = endpoint.params === undefined ? nothing : compile(endpoint.params as object, 'path');
  const checkHeaders =
    endpoint.headers === undefined ? nothing : compile(endpoint.headers as object, 'header');
  const checkQuery = compile(endpoint.query ?? noQuery, 'query');
  const checkBody = endpoint.body === undefined ? nothing : compile(endpoint.body, 'body');
  const headerNames = Object.keys(
    (endpoint.headers as { properties?: object } | undefined)?.properties ?? {},
  );
  const showTexts = !holdsSecrets(endpoint.body);

  return async (request, params) => {
    const query = withNormalIds(queryOf(request));
    const besideBody = [
      ...checkParams(params),
      ...checkQuery(query),
      ...unstorableIssues(query, 'query', true),
      ...checkHeaders(namedHeaders(headerNames, request)),
      ...repeatedHeaders(headerNames, request),
    ];
    const read: ReadBody = endpoint.body
      ? await readBody(request, endpoint, besideBody)
      : { body: undefined, issues: [], escaped: false };
    const { body } = read;
    const issues = [
      ...besideBody,
      ...read.issues,
      ...checkBody(body),
      ...(read.escaped ? unstorableIssues(body, 'body', showTexts) : []),
      ...(endpoint.rules?.(body, query, params) ?? []),
    ];
    return { query, body, issues };
  };
}

/** The body, or a refusal that tells the faults beside it, too: of a body that is no JSON nothing else can be told. */
async function readBody(
  request: Request,
  { bodyLimitBytes = defaultBodyLimitBytes }: Endpoint,
  besideBody: readonly IssueInput[],
): Promise<ReadBody> {
  try {
    return await readJsonBody(request, bodyLimitBytes);
  } catch (error) {
    if (!(error instanceof Refusal) || error.facts.issues === undefined) throw error;
    const issues = [...besideBody, ...error.facts.issues];
    throw error.kind === 'invalid-input'
      ? invalidInput(issues)
      : new Refusal(error.kind, { ...error.facts, issues });
  }
}

/** The parameters of a query; Express parses it each time it is asked. */
const queryOf = (request: Request): Record<string, unknown> =>
  request.url.includes('?') ? { ...(request.query as Record<string, unknown>) } : {};
