import { inputValidationProblemSchema, problemSchema } from '@writ/contracts';
import { takesBody, type Endpoint } from '@writ/http';
import { problemKinds, type ProblemKind, type ProblemSettings } from '@writ/problems';
import type { Referable, ResponseObject } from './openapi-document.ts';
import { problemExamples } from './problem-examples.ts';
import type { SchemaShelf } from './schema-shelf.ts';

type Common = { name: string; description: string; kinds: readonly ProblemKind[]; issues?: true };

/** Refusals that endpoints share, by status; `default` has those that no endpoint declares. */
const common: Readonly<Record<string, Common>> = {
  400: {
    name: 'BadRequest',
    description: 'The request has errors; each is an issue.',
    kinds: ['invalid-input', 'malformed-body'],
    issues: true,
  },
  401: { name: 'NotAuthenticated', description: 'No valid credential.', kinds: ['not-authenticated'] },
  403: { name: 'Forbidden', description: 'The credential may not do this.', kinds: ['scope-missing'] },
  404: {
    name: 'NotFound',
    description: 'The path or the body names something that this project does not have.',
    kinds: ['not-found'],
    issues: true,
  },
  413: { name: 'BodyTooLarge', description: 'The body is too large.', kinds: ['body-too-large'] },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not declared as JSON.',
    kinds: ['unsupported-media-type'],
  },
  429: { name: 'RateLimited', description: 'Too many requests.', kinds: ['rate-limited'] },
  500: { name: 'Internal', description: 'Internal error.', kinds: ['internal'] },
  503: {
    name: 'Unavailable',
    description: 'A dependency of the answer is down, or asks to wait.',
    kinds: ['unavailable'],
  },
  default: {
    name: 'OtherProblem',
    description: 'Any other refusal, such as 405 for a method that the address does not have.',
    kinds: ['method-not-allowed', 'headers-too-large'],
  },
};

function commonStatuses({ access, path, method, body }: Endpoint): readonly string[] {
  const known = access !== 'public';
  return Object.keys(common).filter((status) => {
    if (status === '401' || status === '429') return known;
    if (status === '403') return known && access !== 'known';
    if (status === '404') return path.includes('/:');
    if (status === '413') return takesBody({ method });
    if (status === '415') return body !== undefined;
    return true;
  });
}

type Deps = { shelf: SchemaShelf; settings: ProblemSettings };

export const commonRefusals = (deps: Deps): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(common).map(([status, { name, description, kinds, issues }]) => [
      name,
      refusal(deps, {
        status,
        description,
        kinds,
        schema: schemaOf({ issues }),
      }),
    ]),
  );

/** Refusals of an endpoint by status: shared ones by reference, in full those with a kind of their own. */
export function refusalsOf(endpoint: Endpoint, deps: Deps): Record<string, Referable<ResponseObject>> {
  const refusals = problemsOf(endpoint, deps);
  if (!endpoint.faultPage) return refusals;
  const statuses = Object.keys(refusals).filter((status) => status !== 'default');
  return { ...refusals, ...Object.fromEntries(statuses.map((status) => [status, pageResponse])) };
}

const pageResponse: ResponseObject = {
  description: 'A page that says what is wrong.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: {
    'text/html': {
      schema: { type: 'string' },
      examples: { page: { summary: 'Page', value: '<!doctype html><title>Not connected</title>' } },
    },
  },
};

function problemsOf(endpoint: Endpoint, deps: Deps): Record<string, Referable<ResponseObject>> {
  const own = endpoint.docs?.refusals ?? [];
  const shared = commonStatuses(endpoint);
  const declared = Object.keys(endpoint.answers).filter((status) => Number(status) >= 400);
  const statuses = new Set([...declared, ...own.map((kind) => String(problemKinds[kind].status)), ...shared]);
  return Object.fromEntries(
    [...statuses].map((status): [string, Referable<ResponseObject>] => {
      const ofShared = common[status];
      const ofOwn = own.filter(
        (kind) => String(problemKinds[kind].status) === status && !ofShared?.kinds.includes(kind),
      );
      const schema = endpoint.answers[Number(status)] ?? schemaOf(ofShared);
      if (ofShared && ofOwn.length === 0 && schema === schemaOf(ofShared))
        return [status, { $ref: `#/components/responses/${ofShared.name}` }];
      const kinds = [...(ofShared?.kinds ?? []), ...(ofShared || ofOwn.length > 0 ? ofOwn : kindsOf(status))];
      const description = kinds.map((kind) => problemKinds[kind].title).join('; ');
      return [status, refusal(deps, { status, description: `${description}.`, kinds, schema })];
    }),
  );
}

const schemaOf = (of: { issues?: true | undefined } | undefined): object =>
  of?.issues ? inputValidationProblemSchema : problemSchema;

const kindsOf = (status: string): readonly ProblemKind[] =>
  (Object.keys(problemKinds) as ProblemKind[]).filter((kind) => String(problemKinds[kind].status) === status);

function refusal(
  { shelf, settings }: Deps,
  of: { status: string; description: string; kinds: readonly ProblemKind[]; schema: object },
): ResponseObject {
  return {
    description: of.description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(of.status === '401' && { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } }),
      ...((of.status === '429' || of.status === '503') && {
        'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      }),
    },
    content: {
      'application/problem+json': {
        schema: shelf.refer(of.schema),
        examples: problemExamples(of.kinds, settings),
      },
    },
  };
}
