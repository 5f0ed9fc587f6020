import { longestSearched, searchAnswerSchema, searchedText, searchQuerySchema } from '@writ/contracts';
import { isId, type Database } from '@writ/db';
import { endpoint, holds, ok } from '@writ/http';
import type { Secrets } from '@writ/tenancy';
import { searchProject, searchScopes } from '../search/search-project.ts';

const [scope = 'operations:read', ...or] = searchScopes;

const description = `Finds resources by id, and operations by a value that names a record. Other values, and parts of values, are not searched. Operations are found by their own id immediately; by request, idempotency key, given record ids and values some seconds after their acceptance; by record ids of the provider some seconds after their end.
The hits depend on the scopes: operations and lanes need \`operations:read\`, events, deliveries, destinations and topics \`notifications:read\`, the others \`installations:read\`.`;

export const getSearch = ({
  prisma,
  secrets,
}: Pick<Database, 'prisma'> & { secrets: Pick<Secrets, 'valueHashers'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/search',
    summary: 'Search by an id or value',
    access: { scope, or },
    query: searchQuerySchema,
    rules: ({ query: { q } }) =>
      typeof q === 'string' && q.trim() !== '' && q.length <= longestSearched
        ? []
        : [{ in: 'query', name: 'q', detail: searchedText, remedy: 'Give one such id as `q`.' }],
    answers: { 200: searchAnswerSchema },
    docs: { description },
    handle: async ({ project, query: { q }, caller }) => {
      const text = q.trim();
      const lower = text.toLowerCase();
      const search = { prisma, secrets, projectId: project.id, text, id: isId(lower) ? lower : undefined };
      return ok(await searchProject(search, (needed) => holds(caller, needed)));
    },
  });
