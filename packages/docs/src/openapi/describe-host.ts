import type { HostFacts } from '@writ/contracts';
import { productVersion } from '@writ/service-kit';
import { operationIdIn, pathTemplate, scopesOf, scopesText, type Access, type Endpoint } from '@writ/http';
import type { ProblemSettings } from '@writ/problems';
import { commonHeaders, examplesFrom, successesOf } from './answers.ts';
import { tagOf } from './names.ts';
import type { Content, OpenApiDocument, OperationObject } from './openapi-document.ts';
import { commonParameters, parametersOf } from './parameters.ts';
import { commonRefusals, refusalsOf } from './refusals.ts';
import { createSchemaShelf, type SchemaShelf } from './schema-shelf.ts';

/** Version of the API (Specification, Versioning); `x-release` is the product's. */
const apiVersion = '1.0.0';

type Deps = { shelf: SchemaShelf; settings: ProblemSettings };

/**
 * Describes a host as an OpenAPI 3.1 document, from its endpoints. A schema with an `$id` becomes a component.
 * @throws Error if two different schemas have one name
 */
export function describeHost(host: {
  api: Pick<HostFacts, 'title' | 'description' | 'tags'>;
  endpoints: readonly Endpoint[];
  problems: ProblemSettings;
}): OpenApiDocument {
  const { api, endpoints } = host;
  const deps = { shelf: createSchemaShelf(), settings: host.problems };
  const responses = commonRefusals(deps);
  const paths = Object.fromEntries(
    [...Map.groupBy(endpoints, ({ path }) => pathTemplate(path))].map(([template, same]) => [
      template,
      Object.fromEntries(same.map((endpoint) => [endpoint.method, operation(endpoint, template, deps)])),
    ]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: api.title,
      version: apiVersion,
      'x-release': productVersion,
      description: api.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1', description: 'This host' }],
    tags: tagsOf(paths, api),
    paths,
    components: {
      schemas: deps.shelf.schemas(),
      parameters: commonParameters,
      headers: commonHeaders,
      responses: usedOnly(responses, paths),
      securitySchemes,
    },
  };
}

function operation(endpoint: Endpoint, template: string, deps: Deps): OperationObject {
  const { summary, access, body, docs } = endpoint;
  return {
    operationId: operationIdIn(endpoint),
    summary,
    description: [docs?.description, accessText(access)].filter(Boolean).join('\n\n'),
    tags: [docs?.tag ?? tagOf(template)],
    security: securityOf(access),
    parameters: parametersOf(endpoint, template),
    ...(body && {
      requestBody: {
        required: endpoint.bodyOptional !== true,
        content: bodiesOf(body, docs, deps),
      },
    }),
    responses: { ...successesOf(endpoint, deps.shelf), ...refusalsOf(endpoint, deps) },
  };
}

const bodiesOf = (body: object, docs: Endpoint['docs'], { shelf }: Deps): Content =>
  Object.fromEntries(
    Object.entries(docs?.bodies ?? { 'application/json': body }).map(([mediaType, schema]) => [
      mediaType,
      { schema: shelf.refer(schema), examples: docs?.body ?? examplesFrom(schema) },
    ]),
  );

function accessText(access: Access): string {
  if (access === 'public') return 'Needs no credential.';
  if (access === 'known') return 'Needs any valid credential.';
  if (access === 'admin') return "Needs the administrators' token.";
  const ofPages = access.frontend === 'named-group' ? ' A key in a page needs `groupRef`.' : '';
  return `Needs ${scopesText(access)}.${ofPages}`;
}

function securityOf(access: Access): OperationObject['security'] {
  if (access === 'public') return [];
  if (access === 'admin') return [{ Bearer: [] }];
  if (access === 'known') return [{ ApiKey: [] }, { Bearer: [] }];
  return scopesOf(access).flatMap((scope) => {
    // API keys have no group.
    const isOfGroup = scope === 'frontend' && access.frontend === 'own-group';
    return [...(isOfGroup ? [] : [{ ApiKey: [scope] }]), { Bearer: [scope] }];
  });
}

const securitySchemes = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'An API key of a project.' },
  Bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "The administrators' token, or a JWT that a registered key of the project signed.",
  },
};

/** In the order of the host's list. */
function tagsOf(paths: OpenApiDocument['paths'], { tags }: Pick<HostFacts, 'tags'>): OpenApiDocument['tags'] {
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags: t }) => t)),
  );
  const listed = Object.entries(tags).filter(([name]) => used.delete(name));
  return [
    ...listed.map(([name, description]) => ({ name, description })),
    ...[...used].map((name) => ({ name })),
  ];
}

function usedOnly(
  responses: OpenApiDocument['components']['responses'],
  paths: OpenApiDocument['paths'],
): OpenApiDocument['components']['responses'] {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  );
}
