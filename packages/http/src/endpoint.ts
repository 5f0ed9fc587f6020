import type { Actor, Problem, Scope } from '@writ/contracts';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { withoutFaults, type Found, type IssueInput, type ProblemKind } from '@writ/problems';
import type { Caller, Credential, Holder, Project } from './caller.ts';
import type { Typed } from './input/typed.ts';

export type Reply = {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

export type HtmlPage = { html: string; headers: Readonly<Record<string, string>> };

/** Shows a refusal to a person, in place of the problem. */
export type FaultPage = (problem: Problem) => HtmlPage;

export const ok = (body: unknown, headers?: Readonly<Record<string, string>>): Reply => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (body: unknown, headers?: Readonly<Record<string, string>>): Reply => ({
  ...ok(body, headers),
  status: 201,
});
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });

/**
 * For the scope `frontend`. `named-group`: if the query names a group. `own-group`: with a token of a group.
 * Everybody can read keys in pages, so these get no `own-group`.
 */
type FrontendAccess = true | 'named-group' | 'own-group';

/** Holders of one of the scopes, administrators, holders of any credential, or everyone. */
export type Access =
  { scope: Scope; or?: readonly Scope[]; frontend?: FrontendAccess } | 'admin' | 'known' | 'public';

export const scopesOf = ({ scope, or = [], frontend }: Exclude<Access, string>): readonly Scope[] => [
  scope,
  ...or,
  ...(frontend ? (['frontend'] as const) : []),
];

export const scopesText = (access: Exclude<Access, string>): string =>
  `the scope ${scopesOf(access)
    .map((scope) => `\`${scope}\``)
    .join(' or ')}${access.frontend === 'own-group' ? ' in a token of a group' : ''}`;

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Clean<Name> | Names<`/${Tail}`>
    : Clean<Rest>
  : never;
type Clean<Name extends string> = Name extends `${infer Before}\\${string}` ? Before : Name;

type Parsed<Schema, Absent> = Schema extends JSONSchema ? FromSchema<Schema> : Absent;

/** All headers by lower-case name, each with every value. */
export type SentHeaders = Readonly<Record<string, readonly string[] | undefined>>;

type HeaderReaders = { header: (name: string) => string | undefined; headers: () => SentHeaders };

export type EndpointRequest<Path extends string, Query, Body, ByCredential = unknown> = HeaderReaders & {
  params: Record<Names<Path>, string>;
  query: Parsed<Query, Record<string, never>>;
  body: Parsed<Body, undefined>;
  caller: Caller;
  /** Its key stands in a page: the caller may be anybody. */
  fromPage: boolean;
  /** Narrows look-ups to the caller's only group; empty: all groups. */
  ofGroup: { groupRef?: string };
  project: Project;
  requestId: string;
  /** Its `traceparent` (W3C), for what it begins. */
  traceParent: string | undefined;
  by: Actor;
  /** According to trusted proxies. */
  address: string;
  url: string;
  signal: AbortSignal;
  /**
   * Counts the request for a holder that its body has proved. @throws Refusal (429) if the key is over its
   * limit
   */
  countFor: (holder: Holder) => Promise<void>;
  /**
   * Counts the request for the group that its body names. @throws Refusal (429) if the group is over its
   * limit
   */
  countForGroup: (groupRef: string) => Promise<void>;
  /** Runs an attempt to sign in, counted by address. @throws Refusal (429) after too many wrong ones */
  attempt: <Given>(prove: () => Promise<Given | undefined>) => Promise<Given | undefined>;
  /** Undefined if `lookUpByCredential` was not called. */
  byCredential: ByCredential | undefined;
  /** Shows refusals on this page from now on. */
  tellFaultsBy: (page: FaultPage) => void;
};

export type CredentialRequest<Path extends string> = {
  credential: Credential;
  params: Record<Names<Path>, string>;
  readBody: () => Promise<unknown>;
};

type Sent<Body> = HeaderReaders & {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: Body;
};

/** Rules of form that a schema cannot express. They read nothing stored. */
export type Rules<Body = JSONSchema> = (
  sent: Sent<Typed<Parsed<Body, undefined>>>,
) => readonly IssueInput[] | Promise<readonly IssueInput[]>;

export type NamedExamples = Readonly<Record<string, { summary: string; value: unknown }>>;

export type EndpointDocs = {
  tag?: string;
  /** Default: made of method and path. */
  operationId?: string;
  /** Markdown; the document adds the scope. */
  description?: string;
  /** By media type; default: `body`. */
  bodies?: Readonly<Record<string, object>>;
  /** Default: those of the schemas. */
  body?: NamedExamples;
  answers?: Readonly<Record<number, NamedExamples>>;
  answerHeaders?: Readonly<Record<string, { description: string; schema: JSONSchema; example: unknown }>>;
  refusals?: readonly ProblemKind[];
};

/**
 * What the caller learns if a commit's answer is lost. `repeatable`: a repetition changes nothing more;
 * `once`: it acts again, or is refused.
 */
type Effect = 'none' | 'repeatable' | 'once';

type Description<Path extends string, Query, Body, ByCredential> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Default: `none` for GET, `once` for other methods. */
  effect?: Effect;
  /** Express path below `/v1`; escape a literal colon: `/integrations\\:batch`. */
  path: Path;
  summary: string;
  access: Access;
  params?: JSONSchema;
  /** For other endpoints a project that is being erased does not exist. */
  duringErasure?: true;
  /** Absent: no parameter is allowed. */
  query?: Query;
  /** Those that the endpoint reads; others are ignored. */
  headers?: JSONSchema;
  /** Absent: only an empty body is allowed. The body of a GET is never read. */
  body?: Body;
  /** A missing body counts as an empty object. */
  bodyOptional?: true;
  bodyLimitBytes?: number;
  /** Accepts any media type of JSON (`…/json`, `…+json`), or none. */
  anyJson?: true;
  /** Their issues are listed with those of the schemas. */
  rules?: Rules<Body>;
  /**
   * Looks up the holder and what the request names in one statement, if the body is small enough to be read
   * first. Changes nothing; its result counts only if the caller is allowed.
   */
  lookUpByCredential?: (
    request: CredentialRequest<Path>,
  ) => Promise<{ holder: Holder | undefined; found: ByCredential }>;
  /** Its own statuses, with schemas of their bodies. */
  answers: Readonly<Record<number, object | null>>;
  /**
   * Media type of successes that are no JSON; the body is a text then, or of NDJSON an `AsyncIterable` of
   * texts.
   */
  mediaType?: 'text/plain' | 'text/html' | 'application/x-ndjson';
  faultPage?: FaultPage;
  docs?: EndpointDocs;
};

/** Finds at most one error of state, and throws it. */
type InOneStep<Request> = { handle(request: Request): Promise<Reply> };

/**
 * `look` changes nothing and returns by name what it found, or a `Fault`; one answer reports all of them.
 * `act` gets the results. Either may throw a `Refusal`.
 */
type InTwoSteps<Request, Looked> = {
  look: (request: Request) => Promise<Looked>;
  act: (found: Found<Looked>, request: Request) => Promise<Reply>;
};

export type Endpoint = Omit<
  Description<string, unknown, unknown, unknown>,
  'lookUpByCredential' | 'query' | 'body' | 'rules'
> & {
  query?: object;
  body?: object;
  rules?(sent: Sent<never>): ReturnType<Rules>;
  lookUpByCredential?(
    request: CredentialRequest<string>,
  ): Promise<{ holder: Holder | undefined; found: unknown }>;
  handle(request: EndpointRequest<string, never, never, never>): Promise<Reply>;
};

export const effectOf = ({ method, effect }: Pick<Endpoint, 'method' | 'effect'>): Effect =>
  effect ?? (method === 'get' ? 'none' : 'once');

/** HEAD is for GETs that change nothing. */
export const answersHead = (endpoint: Pick<Endpoint, 'method' | 'effect'>): boolean =>
  endpoint.method === 'get' && effectOf(endpoint) === 'none';

/** Defines an endpoint. */
export function endpoint<
  const Path extends string,
  const Query extends JSONSchema | undefined = undefined,
  const Body extends JSONSchema | undefined = undefined,
  ByCredential = undefined,
  Looked extends object = object,
>(
  definition: Description<Path, Query, Body, ByCredential> &
    (
      | InOneStep<EndpointRequest<Path, Query, Body, ByCredential>>
      | InTwoSteps<EndpointRequest<Path, Query, Body, ByCredential>, Looked>
    ),
): Endpoint {
  if ('handle' in definition) return definition as unknown as Endpoint;
  const { look, act, ...description } = definition;
  const handle = async (request: EndpointRequest<Path, Query, Body, ByCredential>): Promise<Reply> =>
    act(withoutFaults(await look(request)), request);
  return { ...description, handle } as unknown as Endpoint;
}
