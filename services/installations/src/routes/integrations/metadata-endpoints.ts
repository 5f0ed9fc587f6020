import {
  hydratedRevisionSchema,
  hydrateQuerySchema,
  objectMetadataQuerySchema,
  objectMetadataSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, holds, ok, type Caller } from '@writ/http';
import { Fault, notFound } from '@writ/problems';
import { findRevision } from '@writ/installation';
import type { AskingDeps } from '../../deps.ts';
import { hydratedRevision } from '../../metadata/hydrated-revision.ts';
import { meantObject } from '../../metadata/mapped-name.ts';
import { meantConnection } from '../../metadata/meant-connection.ts';
import { objectMetadata } from '../../metadata/metadata-answers.ts';
import { mustFindIntegration } from '../../not-found.ts';

const hydrateLimitMs = 20_000;

export const getObjectMetadata = (deps: AskingDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName/metadata',
    summary: "Get the fields of an object in a customer's CRM",
    access: { scope: 'installations:read', frontend: true },
    query: objectMetadataQuerySchema,
    answers: {
      200: objectMetadataSchema,
      422: problemSchema,
      502: problemSchema,
      503: problemSchema,
      504: problemSchema,
    },
    docs: {
      description:
        'The provider is asked at most once in five minutes for a connection, unless `refresh` says otherwise. For keys of pages (`frontend`) and tokens of a group, objects that the manifest does not name and `refresh` may cost 100 calls an hour of a connection; then the answer is 429.',
      refusals: ['provider-refused', 'connection-not-working', 'provider-unreachable', 'provider-timeout'],
    },
    handle: async ({
      project,
      params: { integrationIdOrName, objectName: name },
      query,
      caller,
      ofGroup,
    }) => {
      const integration = await mustFindIntegration(deps, project.id, integrationIdOrName);
      const connection = await meantConnection(deps, integration, { ...query, ...ofGroup });
      if (connection instanceof Fault) throw connection;
      const { objectName, mappedName, isDeclared } = meantObject(integration.revision.content, name);
      const { refresh = false } = query;
      const asker = { isPage: isPage(caller), isDeclared, refresh };
      const described = await deps.describeObject({ connection, objectName, ...asker });
      return ok(objectMetadata(objectName, mappedName, described));
    },
  });

export const getHydratedRevision = (deps: AskingDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/revisions/:revisionId\\:hydrate',
    summary: "Get a revision with the fields of its objects in a customer's CRM",
    access: { scope: 'installations:read', frontend: true },
    query: hydrateQuerySchema,
    answers: { 200: hydratedRevisionSchema },
    docs: {
      description:
        "Without a connection the answer has only the manifest's content. If the provider does not describe an object, the object's `error` says why.",
    },
    handle: async ({
      project,
      params: { integrationIdOrName, revisionId },
      query,
      caller,
      ofGroup,
      signal,
    }) => {
      const integration = await mustFindIntegration(deps, project.id, integrationIdOrName);
      const revision = await findRevision(deps.database.prisma, integration.id, revisionId);
      if (!revision)
        throw notFound('path', 'revisionId', revisionId, 'The integration has no revision with this id.');
      const { connectionId, refresh = false } = query;
      const meant = connectionId === undefined ? undefined : { connectionId, ...ofGroup };
      const connection = meant && (await meantConnection(deps, integration, meant));
      if (connection instanceof Fault) throw connection;
      const until = AbortSignal.any([signal, AbortSignal.timeout(hydrateLimitMs)]);
      const { describeObject: describe } = deps;
      const asker = { isPage: isPage(caller), isDeclared: true, refresh };
      return ok(await hydratedRevision(revision, { describe, connection, asker, until }));
    },
  });

/** Everyone who opens a page has its credential. */
const isPage = (caller: Caller): boolean => !holds(caller, 'installations:read');
