import type { operations } from '../openapi/management.ts';
import { routes, type PathArguments } from '../openapi/routes.ts';
import { checkNames } from '../transport/options.ts';
import { pathOf } from '../transport/path-of.ts';
import type { Send } from '../transport/send.ts';
import type { CallOptions } from '../transport/settings.ts';
import { pagesOf, type Pages } from './pages.ts';

/** In the OpenAPI document of the management host. */
export type OperationId = keyof operations & keyof PathArguments & keyof typeof routes;

type Success = 200 | 201 | 202 | 204;
type ContentOf<Response> = Response extends { content: infer Content extends object }
  ? Content[keyof Content]
  : undefined;

export type AnswerOf<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Status extends Success
    ? ContentOf<operations[Id]['responses'][Status]>
    : never;
}[keyof operations[Id]['responses']];

/** `never` without a query. */
export type QueryOf<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Query }
  ? Exclude<Query, undefined>
  : never;

type BodyArguments<Body> = [NonNullable<Body>] extends [never]
  ? []
  : undefined extends Body
    ? [body?: ContentOf<NonNullable<Body>>]
    : [body: ContentOf<NonNullable<Body>>];

type QueryArguments<Query> = [Query] extends [never]
  ? []
  : object extends Query
    ? [query?: OrUndefined<Query>]
    : [query: OrUndefined<Query>];

/** Undefined members are not sent. */
type OrUndefined<Query> = { [Name in keyof Query]: Query[Name] | undefined };

/** Of the path, the body and the query, if it has them, and options. */
export type Arguments<Id extends OperationId, Query = QueryOf<Id>> = [
  ...PathArguments[Id],
  ...BodyArguments<operations[Id]['requestBody']>,
  ...QueryArguments<Query>,
  options?: CallOptions,
];

export type Call<Id extends OperationId, Answer = AnswerOf<Id>> = (
  ...given: Arguments<Id>
) => Promise<Answer>;

type Unpaged<Query> = [Query] extends [never] ? never : Omit<Query, 'pageToken'>;
type EntryOf<Answer> = Answer extends readonly (infer Entry)[]
  ? Entry
  : Answer extends { results: readonly (infer Entry)[] }
    ? Entry
    : never;
export type List<Id extends OperationId> = (
  ...given: Arguments<Id, Unpaged<QueryOf<Id>>>
) => Pages<EntryOf<AnswerOf<Id>>, AnswerOf<Id>>;

/** `list` for answers in pages. */
export function callsOf(send: Send, project: string) {
  const perform = async (id: OperationId, given: readonly unknown[], more: object = {}) => {
    const { method, path: template, ...takes } = routes[id];
    const rest = [...given];
    const path = pathOf(template, (name) => (name === 'projectIdOrName' ? project : rest.shift()));
    const body = takes.body ? rest.shift() : undefined;
    const query = { ...(takes.query ? (rest.shift() as object | undefined) : undefined), ...more };
    const options = rest.shift() as CallOptions | undefined;
    checkNames(options, 'is no option of a call. A filter or a flag of the operation belongs in its query.');
    return send({ host: 'management', method, path, body, query, options });
  };

  return {
    call:
      <Id extends OperationId>(id: Id): Call<Id> =>
      async (...given) =>
        (await perform(id, given)).body as AnswerOf<Id>,
    list:
      <Id extends OperationId>(id: Id): List<Id> =>
      (...given) =>
        pagesOf((pageToken) => perform(id, given, { pageToken })),
  };
}
