import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { controlRoutes, frontRoutes } from './control/routes.ts';
import { hubspotRoutes } from './hubspot/routes.ts';
import { salesforceRoutes } from './salesforce/routes.ts';
import type { ProviderName } from '../../provider-name.ts';
import type { AnswerRoute } from './schema.ts';

/** Whose address an answer comes from; `front` for what reached none. */
export type AnswerOf = ProviderName | 'control' | 'front';

/** An answer as a caller gets it. */
export type SeenAnswer = {
  of: AnswerOf;
  method: string;
  /** Below the provider, without the query. */
  path: string;
  status: number;
  /** Names in small letters. */
  headers: readonly string[];
  body: string;
};

type CheckedAnswer = { headers: readonly string[]; validate: ValidateFunction | undefined };
type CheckedRoute = Omit<AnswerRoute, 'answers'> & { answers: ReadonlyMap<number, CheckedAnswer> };

const ajv = addFormats.default(new Ajv2020({ allErrors: true, allowUnionTypes: true }));

const compiled = (routes: readonly AnswerRoute[]): CheckedRoute[] =>
  routes.map((route) => ({
    ...route,
    answers: new Map(
      Object.entries(route.answers).map(([status, { headers, body }]) => [
        Number(status),
        { headers, validate: body && ajv.compile(body) },
      ]),
    ),
  }));

const routesOf = {
  hubspot: compiled(hubspotRoutes),
  salesforce: compiled(salesforceRoutes),
  control: compiled(controlRoutes),
  front: compiled(frontRoutes),
};

/** All answers that the addresses of one side are declared to give, by address and status. */
export const declaredAnswers = (of: AnswerOf): string[] =>
  routesOf[of].flatMap(({ name, answers }) => [...answers.keys()].map((status) => `${name} ${status}`));

/** Which declared answer this one is, and what in it does not hold to its schema. */
export function judgeAnswer(seen: SeenAnswer): { declared?: string; faults: string[] } {
  const route = routesOf[seen.of].find(
    ({ method, path }) => (method === '*' || method === seen.method) && path.test(seen.path),
  );
  const told = `${seen.of}: ${seen.method} ${seen.path} (${route?.name ?? 'no address'}), ${seen.status}`;
  const quoted = seen.body.slice(0, 500);
  const expected = route?.answers.get(seen.status);
  if (!route || !expected) return { faults: [`${told}: this status is not declared; ${quoted}`] };
  const missing = expected.headers.filter((name) => !seen.headers.includes(name));
  return {
    declared: `${route.name} ${seen.status}`,
    faults: [
      ...missing.map((name) => `${told}: lacks the header ${name}`),
      ...bodyFaults(seen.body, expected).map((fault) => `${told}: ${fault}; ${quoted}`),
    ],
  };
}

function bodyFaults(body: string, { validate }: CheckedAnswer): string[] {
  if (!validate) return body === '' ? [] : ['has a body'];
  if (validate(readable(body))) return [];
  return (validate.errors ?? []).map(inWords);
}

/** A few answers are bare texts; their schemas name them. */
function readable(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const inWords = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`;
