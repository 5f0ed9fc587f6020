import {
  problemWithIssuesSchema,
  writeBodyBytes,
  writePlanRequestSchema,
  writePlanSchema,
  type WritePlanAnswer,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http';
import { findInstallation, installationForPlan } from '@writ/installation';
import { fieldFates, type PlannedRecord } from '@writ/write-core';
import { lookAtTarget, recordRules } from '@writ/write-request';
import type { Deps } from '../../deps.ts';
import { installationNotFound, mustFindIntegration } from '../../not-found.ts';

const description = `Shows what a write of this record would send to the CRM now, what happens to each field and why, and every error for which the write would be refused. Writ does not call the CRM for it.`;

export const planWrite = (deps: Deps) =>
  endpoint({
    method: 'post',
    effect: 'none',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId\\:plan',
    summary: 'Plan a write and send nothing',
    access: { scope: 'write:records' },
    body: writePlanRequestSchema,
    bodyLimitBytes: writeBodyBytes,
    rules: ({ body }) => recordRules(body),
    answers: {
      200: writePlanSchema,
      403: problemWithIssuesSchema,
      422: problemWithIssuesSchema,
    },
    docs: {
      description,
      refusals: ['object-not-writable', 'object-switched-off', 'deletion-disabled', 'connection-not-working'],
    },
    look: async ({ project, params, body, ofGroup }) => {
      const { installationId: id, integrationIdOrName } = params;
      const { objectName, ...asked } = body;
      const integration = await mustFindIntegration(deps, project.id, integrationIdOrName);
      const key = { projectId: project.id, integrationId: integration.id, id, ...ofGroup };
      const installation = await findInstallation(deps.database.prisma, key);
      if (installation === undefined) throw installationNotFound(id);
      return lookAtTarget(installationForPlan(installation, integration.revision.content, objectName), {
        adapterFor: deps.providers.adapterFor,
        request: { ...asked, groupRef: installation.groupRef },
        object: { in: 'body', name: '/objectName', value: objectName },
      });
    },
    act: ({ write }, { body: { objectName } }) => {
      const { installation, plan, notes, command, settings } = write;
      const [{ id, fields, upsert } = { fields: {} } as PlannedRecord] = plan.records;
      const answer: WritePlanAnswer = {
        configId: installation.configId,
        provider: installation.provider,
        objectName,
        type: plan.type,
        record: { ...(id !== undefined && { id }), ...fields },
        ...(upsert?.fieldsOfNew && { recordOfNew: upsert.fieldsOfNew }),
        fields: fieldFates(command, settings),
        ...(notes.length > 0 && { warnings: notes.map(({ msg }) => msg) }),
      };
      return Promise.resolve(ok(answer));
    },
  });
