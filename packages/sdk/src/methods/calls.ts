import type { operations } from '../openapi/management.ts';
import { routes, type PathArguments } from '../openapi/routes.ts';
import { optionsOf } from '../transport/options.ts';
import { pathOf } from '../transport/path-of.ts';
import type { Send } from '../transport/send.ts';
import type { CallOptions } from '../transport/settings.ts';
import { pagesOf, type Pages } from './pages.ts';

/** The name of an operation of the management host, as its OpenAPI document has it. */
export type OperationId = keyof operations & keyof PathArguments & keyof typeof routes;

type Success = 200 | 201 | 202 | 204;
type ContentOf<Response> = Response extends { content: infer Content extends object }
  ? Content[keyof Content]
  : undefined;

/** What an operation answers. */
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Status extends Success
    ? ContentOf<operations[Id]['responses'][Status]>
    : never;
}[keyof operations[Id]['responses']];

/** What the query of an operation may hold; undefined where it has none. */
export type QueryOf<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Query }
  ? Exclude<Query, undefined>
  : never;

type BodyArguments<Id extends OperationId> = [NonNullable<operations[Id]['requestBody']>] extends [never]
  ? []
  : undefined extends operations[Id]['requestBody']
    ? [body?: ContentOf<NonNullable<operations[Id]['requestBody']>>]
    : [body: ContentOf<NonNullable<operations[Id]['requestBody']>>];

type QueryArguments<Query> = [Query] extends [never]
  ? []
  : object extends Query
    ? [query?: OrUndefined<Query>]
    : [query: OrUndefined<Query>];

/** Members that are undefined are not sent. */
type OrUndefined<Query> = { [Name in keyof Query]: Query[Name] | undefined };

/** What its path leaves open, then its body, then its query, each where it has them, and what the call has of its own. */
export type Arguments<Id extends OperationId, Query = QueryOf<Id>> = [
  ...PathArguments[Id],
  ...BodyArguments<Id>,
  ...QueryArguments<Query>,
  options?: CallOptions,
];

/** A method that gives one answer. */
export type Call<Id extends OperationId, Answer = AnswerOf<Id>> = (
  ...given: Arguments<Id>
) => Promise<Answer>;

type Unpaged<Query> = [Query] extends [never] ? never : Omit<Query, 'pageToken'>;
type EntryOf<Answer> = Answer extends readonly (infer Entry)[]
  ? Entry
  : Answer extends { results: readonly (infer Entry)[] }
    ? Entry
    : never;
/** A method that gives a list, page by page. */
export type List<Id extends OperationId> = (
  ...given: Arguments<Id, Unpaged<QueryOf<Id>>>
) => Pages<EntryOf<AnswerOf<Id>>, AnswerOf<Id>>;

const noOption = 'is no option of a call: what narrows or changes it goes into its query.';

/** Gives what makes a method of an operation: `call` for one answer, `list` for one that comes in pages. */
export function callsOf(send: Send, project: string) {
  const perform = (id: OperationId, given: readonly unknown[], more: object = {}) => {
    const { method, path: template, ...takes } = routes[id];
    const rest = [...given];
    const path = pathOf(template, (name) => (name === 'projectIdOrName' ? project : rest.shift()));
    const body = takes.body ? rest.shift() : undefined;
    const query = takes.query ? rest.shift() : undefined;
    const options = optionsOf(rest.shift() as CallOptions | undefined, noOption);
    return send({
      host: 'management',
      method,
      path,
      body,
      query: { ...(query as object | undefined), ...more },
      options,
    });
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
