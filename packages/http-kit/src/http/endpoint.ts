import { withoutFaults, type Found, type IssueInput } from './problems/refusal.ts';
import type { ProblemKind } from './problems/problem-kinds.ts';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Actor, Problem, Scope } from '@writ/contracts';
import type { Caller, Credential, Holder, Project } from './caller.ts';
import type { NamedExamples } from './openapi/openapi-document.ts';

/** What an endpoint answers. */
export type Reply = {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** HTML as a browser is sent it. */
export type HtmlPage = { html: string; headers: Readonly<Record<string, string>> };

/** The page that tells a person of a refusal. */
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
 * What holders of the scope `frontend` may do: what the endpoint does; the same where the query names a group, unless they
 * act for one anyway; or it for the group alone that a token of theirs is for. The first two are for keys of pages as well,
 * which everybody can read.
 */
type FrontendAccess = true | 'named-group' | 'own-group';

/**
 * Who may call: holders of a scope (with `frontend`, those of that scope too, and so with each of `or`), administrators
 * alone, who holds any credential, or everyone.
 */
export type Access =
  { scope: Scope; or?: readonly Scope[]; frontend?: FrontendAccess } | 'admin' | 'known' | 'public';

/** The scopes of which one is needed. */
export const scopesOf = ({ scope, or = [], frontend }: Exclude<Access, string>): readonly Scope[] => [
  scope,
  ...or,
  ...(frontend ? (['frontend'] as const) : []),
];

/** The same in words. */
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

/** A checked request, as an endpoint gets it. */
export type EndpointRequest<Path extends string, Query, Body, ByCredential = unknown> = {
  params: Record<Names<Path>, string>;
  query: Parsed<Query, Record<string, never>>;
  body: Parsed<Body, undefined>;
  caller: Caller;
  /** The caller is let in by the scope `frontend` and for no group: anybody who can read a page may be. */
  fromPage: boolean;
  /** Narrows a look-up to the only group whose resources the caller may see and change; empty: to none. */
  ofGroup: { groupRef?: string };
  /** The project of the path; only where the path names one. */
  project: Project;
  requestId: string;
  /** Whom the audit names for what is changed. */
  by: Actor;
  /** Where the request comes from, as far as the proxies before this host are trusted to say. */
  address: string;
  /** Path and query as they were sent. */
  url: string;
  header: (name: string) => string | undefined;
  headers: () => SentHeaders;
  /** Aborted when the caller has gone away. */
  signal: AbortSignal;
  /** Counts the request as one of a holder that its body has proved. @throws Refusal (429) when that key is over its limit */
  countFor: (holder: Holder) => Promise<void>;
  /** Makes an attempt to prove who one is, counted by the address. @throws Refusal (429) where too many were wrong */
  attempt: <Given>(prove: () => Promise<Given | undefined>) => Promise<Given | undefined>;
  /** What `lookUpByCredential` found; undefined where it was not asked. */
  byCredential: ByCredential | undefined;
  /** From now on this page tells of a refusal, in place of the endpoint's. */
  tellFaultsBy: (page: FaultPage) => void;
};

/** A request that brings a credential, before anybody knows whose. */
export type CredentialRequest<Path extends string> = {
  credential: Credential;
  params: Record<Names<Path>, string>;
  /** Reads the body; undefined where it is no JSON. */
  readBody: () => Promise<unknown>;
};

/** All headers by their lower-case names, each with every value that was sent. */
export type SentHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** What was sent, as rules see it. */
type Sent = {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  header: (name: string) => string | undefined;
  headers: () => SentHeaders;
};

/** What the host's description says of an endpoint beyond what its definition tells by itself. */
export type EndpointDocs = {
  /** Group of endpoints; absent: named by the resource in the path. */
  tag?: string;
  /** Absent: made of method and path. */
  operationId?: string;
  /** Markdown; the scope that is needed is added. */
  description?: string;
  /** Schemas that show the body to callers, by media type; absent: `body` as `application/json`. */
  bodies?: Readonly<Record<string, object>>;
  /** Examples of the body, and of the answers by status; absent: the schemas' own. */
  body?: NamedExamples;
  answers?: Readonly<Record<number, NamedExamples>>;
  /** Headers of its successes. */
  answerHeaders?: Readonly<Record<string, { description: string; schema: JSONSchema; example: unknown }>>;
  /** Kinds of refusal besides those that every endpoint has. */
  refusals?: readonly ProblemKind[];
};

/**
 * What a request changes, and so what its caller is told where the answer of its commit was lost. `none`: it only reads.
 * `repeatable`: sent again, it changes nothing more. `once`: sent again, it is done a second time, or refused for what the
 * first has done.
 */
type Effect = 'none' | 'repeatable' | 'once';

type Description<Path extends string, Query, Body, ByCredential> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Absent: `none` of a GET, `once` of other methods. */
  effect?: Effect;
  /** Path below `/v1`, as Express writes it; a literal colon is escaped: `/integrations\\:batch`. */
  path: Path;
  summary: string;
  access: Access;
  /** Schema of the path parameters, where one has a form of its own. */
  params?: JSONSchema;
  /** Schema of the query; absent: no parameter is allowed. */
  query?: Query;
  /** Schema of the headers that the endpoint reads, by name; other headers are none of its business. */
  headers?: JSONSchema;
  /** Schema of the body; absent: one that holds anything is refused, and of a GET none is read. */
  body?: Body;
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: true;
  bodyLimitBytes?: number;
  /** The body may be of any media type of JSON (`…/json`, `…+json`) or of none, not of `application/json` alone. */
  anyJson?: true;
  /**
   * Rules of form that the schemas cannot say: they need nothing that is stored. They see input that the schemas refuse,
   * too, since one answer tells all faults of form.
   */
  rules?: (sent: Sent) => readonly IssueInput[] | Promise<readonly IssueInput[]>;
  /**
   * Looks up in one step who holds a credential and what the request names, instead of the holder alone. Asked where the body is
   * small enough to be read before the caller is known. It changes nothing, and what it finds counts only once the
   * caller is known to be allowed here.
   */
  lookUpByCredential?: (
    request: CredentialRequest<Path>,
  ) => Promise<{ holder: Holder | undefined; found: ByCredential }>;
  /** Every status that the endpoint itself answers with, and the schema of its body. */
  answers: Readonly<Record<number, object | null>>;
  /** Of its successes, where they are no JSON: the body of a reply is a text then. */
  mediaType?: 'text/plain' | 'text/html';
  /** Where a person meets its refusals in a browser. */
  faultPage?: FaultPage;
  docs?: EndpointDocs;
};

/** An endpoint that finds at most one fault of what is stored, and throws it. */
type InOneStep<Request> = { handle(request: Request): Promise<Reply> };

/**
 * An endpoint that may find several. `look` changes nothing, and gives by name what it found, or a `Fault` in its place.
 * Where there is none of these, `act` gets it all; else one answer tells all of them. Either may throw a `Refusal`:
 * `look` where nothing more can be seen, `act` for what has changed since.
 */
type InTwoSteps<Request, Looked> = {
  look: (request: Request) => Promise<Looked>;
  act: (found: Found<Looked>, request: Request) => Promise<Reply>;
};

/** An endpoint as the app mounts it, its particular types forgotten. */
export type Endpoint = Omit<
  Description<string, unknown, unknown, unknown>,
  'lookUpByCredential' | 'query' | 'body'
> & {
  query?: object;
  body?: object;
  lookUpByCredential?(
    request: CredentialRequest<string>,
  ): Promise<{ holder: Holder | undefined; found: unknown }>;
  handle(request: EndpointRequest<string, never, never, never>): Promise<Reply>;
};

/** What a request for an endpoint changes. */
export const effectOf = ({ method, effect }: Pick<Endpoint, 'method' | 'effect'>): Effect =>
  effect ?? (method === 'get' ? 'none' : 'once');

/** Whether HEAD, which changes nothing, may ask for it in place of its method. */
export const answersHead = (endpoint: Pick<Endpoint, 'method' | 'effect'>): boolean =>
  endpoint.method === 'get' && effectOf(endpoint) === 'none';

/** Everything about one endpoint in one place: address, who may call, schemas, answers and what it does. */
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
