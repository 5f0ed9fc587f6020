import { join } from 'node:path';
import { eventTypes, operationFaults, waitingReasons } from '@writ/contracts';
import type { OpenApiDocument } from '@writ/docs';
import { eventSchema } from '@writ/notification';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { HostDocuments } from './host-documents.ts';

const folder = join(import.meta.dirname, '../../../../packages/sdk/src/openapi');
const made = '/* eslint-disable */\n// Made of the OpenAPI documents: npm run openapi:write\n\n';

type Identifier = { text: string };

/** Types of both hosts and of events, and the route of each operation. */
export async function sdkFiles(documents: HostDocuments): Promise<{ file: string; text: string }[]> {
  return [
    { file: join(folder, 'management.ts'), text: await typesOf(documents.management) },
    { file: join(folder, 'write.ts'), text: await typesOf(documents.write) },
    { file: join(folder, 'events.ts'), text: await typesOf(eventsDocument()) },
    { file: join(folder, 'routes.ts'), text: routesText(documents.management) },
    { file: join(folder, 'words.ts'), text: wordsText({ operationFaults, waitingReasons }) },
  ];
}

/** Drops the types of error answers: they are always problems. */
const typesOf = async (document: object): Promise<string> => {
  const told = JSON.parse(JSON.stringify(document, asClientsSee)) as OpenAPI3;
  const nodes = await openapiTypescript(told, {
    exportType: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  const unused = ['paths', 'webhooks', '$defs'];
  return `${made}${astToString(nodes.filter((node) => !('name' in node && unused.includes((node.name as Identifier).text))))}`;
};

const asClientsSee = (name: string, value: unknown): unknown => {
  if (name === 'responses')
    return Object.fromEntries(Object.entries(value as object).filter(([status]) => /^[23]/.test(status)));
  return value;
};

/** One notification schema for each type of event. */
const eventsDocument = () => ({
  openapi: '3.1.0',
  info: { title: 'Events', version: '1' },
  paths: {},
  components: {
    schemas: Object.fromEntries(
      eventTypes.flatMap((type) => {
        const { $defs, $schema: _schema, $id: _id, ...data } = eventSchema(type) as SchemaOfEvent;
        const notification = JSON.parse(
          JSON.stringify($defs.notification).replaceAll(
            '"$ref":"#"',
            `"$ref":"#/components/schemas/${type}.data"`,
          ),
        ) as object;
        return [
          [type, notification],
          [`${type}.data`, data],
        ];
      }),
    ),
  },
});

type SchemaOfEvent = { $defs: { notification: object }; $schema: string; $id: string };

/** For programs that offer a choice. */
const wordsText = (lists: Readonly<Record<string, readonly string[]>>): string =>
  made +
  Object.entries(lists)
    .map(([name, words]) => `export const ${name} = ${JSON.stringify(words)} as const;\n`)
    .join('');

/** The route and inputs of each operation, and the path parameters beside the project. */
function routesText(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters, requestBody }]) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const query = (parameters as { in?: string }[]).some((parameter) => parameter.in === 'query');
      return {
        operationId,
        route: JSON.stringify({ method: method.toUpperCase(), path, body: requestBody !== undefined, query }),
        open: names.filter((name) => name !== 'projectIdOrName').map((name) => `${name}: string`),
      };
    }),
  );
  return [
    `${made}/** Where each operation is found, and whether it takes a body and a query. */`,
    'export const routes = {',
    ...operations.map(({ operationId, route }) => `  ${operationId}: ${route},`),
    '} as const;\n',
    '/** What the path of each operation leaves open beside the project, in its order. */',
    'export type PathArguments = {',
    ...operations.map(({ operationId, open }) => `  ${operationId}: [${open.join(', ')}];`),
    '};\n',
  ].join('\n');
}
