import {
  inputValidationProblemSchema,
  installationListQuerySchema,
  installationListSchema,
} from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { listInstallations } from '@writ/installation';
import { installationAnswers } from '../answers/installation-answers.ts';

export const getInstallations = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/installations',
    summary: 'List the installations of a project',
    access: { scope: 'installations:read', frontend: true },
    query: installationListQuerySchema,
    answers: { 200: installationListSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, query }) => {
      const found = await listInstallations(db, { ...query, projectId: project.id });
      return ok(await installationAnswers(db, found));
    },
  });
