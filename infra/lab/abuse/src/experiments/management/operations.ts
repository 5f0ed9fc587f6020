import type { OpenApiDocument } from '@writ/docs';
import type { Management } from '../../ground/start-management.ts';

export type Schema = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  format?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: unknown;
  items?: Schema;
};

export type Parameter = { name: string; required?: boolean; schema: Schema };

export type Operation = {
  id: string;
  method: string;
  path: string;
  pathParameters: readonly string[];
  query: readonly Parameter[];
  /** Required headers with only one valid value. */
  headers: Readonly<Record<string, string>>;
  /** One is needed; none suffices if only administrators may. */
  scopes: readonly string[] | 'none-needed';
  body?: { schema: Schema; example: unknown };
};

export const nobody = '01980f71-0d35-7b48-a9f6-2e7c84b15d03';

/** Parameters without a value get an unknown id. */
export const pathOf = ({ path }: Operation, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? nobody);

export type Route = Operation & { base: string };

export const routesOf = ({ url, writeUrl, document, writeDocument }: Management): readonly Route[] => [
  ...operationsOf(document).map((operation) => ({ ...operation, base: url })),
  ...operationsOf(writeDocument).map((operation) => ({ ...operation, base: writeUrl })),
];

/** With references resolved. */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters, requestBody, security }]): Operation => {
      const all = parameters.map((given) => follow(document, given) as Parameter & { in: string });
      const content = requestBody?.content['application/json'];
      const [example] = Object.values(content?.examples ?? {}) as { value: unknown }[];
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        pathParameters: all.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
        query: all.filter((parameter) => parameter.in === 'query'),
        headers: Object.fromEntries(
          all.flatMap(({ in: where, name, schema }) =>
            where === 'header' && schema.enum?.length === 1 ? [[name, String(schema.enum[0])]] : [],
          ),
        ),
        scopes: scopesOf(security),
        ...(content && {
          body: { schema: follow(document, content.schema) as Schema, example: example?.value },
        }),
      };
    }),
  );
}

function follow(document: OpenApiDocument, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((one: unknown) => follow(document, one));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) {
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, follow(document, one)]));
  }
  const target = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], document);
  return follow(document, target);
}

function scopesOf(security: readonly Readonly<Record<string, readonly string[]>>[]): Operation['scopes'] {
  const anyKey = security.some((one) => one['ApiKey']?.length === 0);
  return security.length === 0 || anyKey
    ? 'none-needed'
    : security.flatMap((one) => Object.values(one).flat());
}
