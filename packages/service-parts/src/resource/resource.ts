import { inputValidationProblemSchema, listQuerySchema, namesIn, type Scope } from '@writ/contracts';
import { unlessTaken, type Span } from '@writ/db';
import {
  endpoint,
  linkedPages,
  noContent,
  ok,
  type Access,
  type Endpoint,
  type EndpointDocs,
  type EndpointRequest,
  type JSONSchema,
  type Rules,
} from '@writ/http';
import { existing, Fault, type ProblemKind } from '@writ/problems';

type Facts<Path, Id, Row> = {
  /** Its last word names the list in page tokens. */
  path: Path;
  /** Path parameter behind `path` that names one resource. */
  id: Id;
  /** Schema of the path parameters, if one has a description of its own. */
  params?: JSONSchema;
  missing: string;
  scopes: { read: Scope; manage: Scope };
  schema: object;
  answer: (row: Row) => object;
};

/** The 409 if a unique constraint refuses a value. */
export type Taken = {
  kind: ProblemKind;
  /** JSON Pointer of the value in the body. */
  at: `/${string}`;
  detail: (value: string) => string;
  remedy?: string;
};

type Verb = {
  summary: string;
  frontend?: Exclude<Access, string>['frontend'];
  duringErasure?: true;
  docs?: EndpointDocs;
};

type List<Path extends string, Query, Row> = Verb & {
  schema: object;
  /** Absent: the parameters of pages. */
  query?: Query;
  /** For large rows: how many are read in one step. A page ends early at 16 MiB. */
  readAtOnce?: number;
  read: (
    request: EndpointRequest<Path, Query, undefined>,
    span: Span,
    filter: Omit<EndpointRequest<Path, Query, undefined>['query'], 'pageSize' | 'pageToken'>,
  ) => Promise<readonly Row[]>;
  /** Absent: `answer` of each row. */
  answers?: (rows: readonly Row[]) => unknown;
};

type WithBody<Body> = Verb & { body: Body; rules?: Rules<Body>; taken?: Taken };

type Resource = { id: string };
type One<Path extends string, Id extends string> = `${Path}/:${Id}`;

/**
 * Makes the endpoints of a plain resource: paths, scopes, pages, 404 and 409 problems are stated once. Define
 * an endpoint with other steps beside these.
 */
export const resource = <const Path extends string, const Id extends string, Row extends Resource>(
  facts: Facts<Path, Id, Row>,
) => ({ ...reads(facts), ...changes(facts) });

const reads = <Path extends string, Id extends string, Row extends Resource>(
  facts: Facts<Path, Id, Row>,
) => ({
  list: <const Query extends JSONSchema = typeof listQuerySchema>(verb: List<Path, Query, Row>): Endpoint => {
    const { path, answer, scopes } = facts;
    const { query = listQuerySchema, readAtOnce, answers = (rows) => rows.map(answer) } = verb;
    const pages = linkedPages(path.slice(path.lastIndexOf('/') + 1), readAtOnce ? { readAtOnce } : {});
    return endpoint({
      method: 'get',
      path,
      access: access(scopes.read, verb),
      ...common({ ...verb, query }, { 200: verb.schema }),
      rules: pages.rule,
      docs: { ...verb.docs, ...pages.docs },
      handle: (request) =>
        pages.answer(
          request as never,
          (span, filter) => verb.read(request as never, span, filter as never),
          answers,
        ),
    });
  },
  get: <const Query extends JSONSchema | undefined = undefined>(
    verb: Verb & {
      query?: Query;
      find: (request: EndpointRequest<One<Path, Id>, Query, undefined>) => Promise<Row | undefined>;
    },
  ): Endpoint =>
    endpoint({
      method: 'get',
      ...ofOne(facts),
      access: access(facts.scopes.read, verb),
      ...common(verb, { 200: facts.schema }),
      handle: async (request) => ok(facts.answer(named(facts, request, await verb.find(request as never)))),
    }),
});

const changes = <Path extends string, Id extends string, Row extends Resource>(
  facts: Facts<Path, Id, Row>,
) => ({
  create: <const Body extends JSONSchema, Made extends Row>(
    verb: WithBody<Body> & {
      /** Absent: 201. */
      status?: 200;
      insert: (request: EndpointRequest<Path, undefined, Body>) => Promise<Made | 'name-taken'>;
      /** If a new row is answered with more than others. */
      schema?: object;
      answer?: (made: Made) => object;
    },
  ): Endpoint => {
    const { status = 201, schema = facts.schema, answer = facts.answer } = verb;
    return endpoint({
      method: 'post',
      path: facts.path,
      access: access(facts.scopes.manage, verb),
      ...common(verb, { [status]: schema }),
      handle: async (request) => {
        const made = await unlessRefused(verb.taken, request, () => verb.insert(request as never));
        return { status, body: answer(made) };
      },
    });
  },
  patch: <const Body extends JSONSchema>(
    verb: WithBody<Body> & {
      change: (
        request: EndpointRequest<One<Path, Id>, undefined, Body>,
      ) => Promise<Row | 'name-taken' | undefined>;
    },
  ): Endpoint =>
    endpoint({
      method: 'patch',
      ...ofOne(facts),
      access: access(facts.scopes.manage, verb),
      ...common(verb, { 200: facts.schema }),
      handle: async (request) => {
        const changed = await unlessRefused(verb.taken, request, () => verb.change(request as never));
        return ok(facts.answer(named(facts, request, changed)));
      },
    }),
  remove: (
    verb: Verb & {
      /** Undefined: there was none. */
      remove: (request: EndpointRequest<One<Path, Id>, undefined, undefined>) => Promise<unknown>;
    },
  ): Endpoint =>
    endpoint({
      method: 'delete',
      ...ofOne(facts),
      access: access(facts.scopes.manage, verb),
      ...common(verb, { 204: null }),
      handle: async (request) => {
        named(facts, request, await verb.remove(request));
        return noContent();
      },
    }),
});

const access = (scope: Scope, { frontend }: Verb): Access => ({ scope, ...(frontend && { frontend }) });

const ofOne = <Path extends string, Id extends string>({
  path,
  id,
  params,
}: Pick<Facts<Path, Id, never>, 'path' | 'id' | 'params'>) => ({
  path: `${path}/:${id}` as const,
  ...(params !== undefined && { params }),
});

const named = <Found>(
  { id, missing }: { id: string; missing: string },
  { params }: { params: object },
  found: Found | undefined,
): Found => existing(found, id, (params as Readonly<Record<string, string>>)[id], missing);

const common = <Query, Body>(
  {
    summary,
    duringErasure,
    query,
    body,
    rules,
    taken,
    docs,
  }: Verb & { query?: Query } & Partial<WithBody<Body>>,
  answers: Readonly<Record<number, object | null>>,
) => ({
  summary,
  ...(duringErasure && { duringErasure }),
  ...(query && { query }),
  ...(body && { body }),
  ...(rules && { rules }),
  answers: { ...answers, ...(taken && { 409: inputValidationProblemSchema }) },
  docs: { ...docs, ...(taken && { refusals: [taken.kind] }) },
});

/** @throws Fault (409) if a unique constraint refuses the row */
export async function unlessRefused<Stored>(
  taken: Taken | undefined,
  { body }: { body: unknown },
  store: () => Promise<Stored | 'name-taken'>,
): Promise<Stored> {
  if (!taken) return store() as Promise<Stored>;
  const stored = await unlessTaken(store);
  if (stored !== 'name-taken') return stored;
  const { kind, at, detail, remedy } = taken;
  const value = namesIn(at).reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], body);
  const issue = { in: 'body', name: at, detail: detail(String(value)), value } as const;
  throw new Fault(kind, [issue], remedy === undefined ? {} : { remedy });
}
