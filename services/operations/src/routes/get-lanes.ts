import { inputValidationProblemSchema, laneSchema, pageOf } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok, pageTokens } from '@writ/http-kit';
import { lanesPage } from '../lanes/lanes-page.ts';

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { enum: ['provider', 'destination'], description: 'Only lanes of this kind.' },
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      description: 'Entries of a page; 50 when absent.',
    },
    pageToken: { type: 'string', description: 'Where the page begins; from the page before.' },
  },
} as const;

const tokens = pageTokens('lanes');

/** The project's backlogs, by provider account and by destination (Contract §4.7). */
export const getLanes = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/lanes',
    summary: 'List lanes',
    access: { scope: 'operations:manage' },
    query,
    rules: tokens.rule,
    answers: { 200: pageOf('LanePage', laneSchema), 400: inputValidationProblemSchema },
    handle: async (asked) => {
      const { project, query: given } = asked;
      const page = { ...given, afterId: tokens.placeOf(asked) };
      const { lanes, nextBehind } = await lanesPage(prisma, project.id, page);
      return ok({ results: lanes, pagination: tokens.paginationOf(asked, nextBehind) });
    },
  });
