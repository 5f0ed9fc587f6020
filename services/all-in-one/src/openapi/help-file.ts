import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/docs';

type Described = { description?: string };
type Schema = Described & {
  $ref?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
};
type Parameter = Described & { name: string; in: string; schema: Schema };

/** The command line's help: the summary of each operation and the first sentence about each input. */
export const helpFile = (document: OpenApiDocument): { file: string; text: string } => ({
  file: join(import.meta.dirname, '../../../../packages/cli/src/openapi/help.ts'),
  text: helpText(document),
});

function helpText({ paths, components }: OpenApiDocument): string {
  const schemas = components.schemas as Readonly<Record<string, Schema>>;
  const resolved = (schema: Schema = {}): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  const inputOf = (schema: Schema, { description = '' }: Described) => {
    const values = schema.enum ?? resolved(schema.items).enum;
    return { description: description.replace(/\.(\s.*)?$/s, ''), ...(values && { values }) };
  };
  const lines = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId, summary, parameters, requestBody }) => {
      const query = (parameters as Parameter[]).filter((parameter) => parameter.in === 'query');
      const body = resolved(requestBody?.content['application/json']?.schema as Schema | undefined);
      const members = Object.entries(body.properties ?? {}).map(([name, schema]) => ({
        name,
        schema,
        description: schema.description ?? resolved(schema).description ?? '',
      }));
      const inputs = [...query, ...members].map((input) => [
        input.name,
        inputOf(resolved(input.schema), input),
      ]);
      return `  ${operationId}: ${JSON.stringify({ summary, inputs: Object.fromEntries(inputs) as object })},`;
    }),
  );
  return [
    '/* eslint-disable */\n// Made of the OpenAPI documents: npm run openapi:write\n',
    '/** The summary of each operation, and what its query and its body take. */',
    'export const help = {',
    ...lines,
    '} as const;\n',
  ].join('\n');
}
