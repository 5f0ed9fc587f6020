import {
  configAnswerHeaders,
  configHeadersSchema,
  inputValidationProblemSchema,
  installationPatchSchema,
  installationSchema,
} from '@writ/contracts';
import { endpoint } from '@writ/http-kit';
import { callerName } from '../../caller-name.ts';
import type { AskingDeps } from '../../deps.ts';
import { configBodyBytes } from '../../installations/config-limits.ts';
import { maskedChange, maskedConnectionId, maskRule } from '../../installations/masked-change.ts';
import { savedAnswer } from '../../installations/saved-answer.ts';
import { updateInstallation } from '../../installations/update-installation.ts';
import { installationNotFound } from '../../not-found.ts';

export const patchInstallation = (deps: AskingDeps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Change parts of an installation',
    access: { scope: 'installations:manage', frontend: true },
    headers: configHeadersSchema,
    body: installationPatchSchema,
    bodyLimitBytes: configBodyBytes,
    rules: ({ body }) => maskRule(body),
    answers: { 200: installationSchema, 412: inputValidationProblemSchema },
    docs: { answerHeaders: configAnswerHeaders, refusals: ['config-changed'] },
    handle: async ({ project, params, body, caller, ofGroup, header, by }) => {
      const { integrationIdOrName, installationId: id } = params;
      const changed = await updateInstallation(
        deps,
        {
          projectId: project.id,
          integrationIdOrName,
          ofGroup,
          by,
          installation: { id },
          missing: installationNotFound(id),
          connectionId: maskedConnectionId(body),
          ifMatch: header('If-Match'),
        },
        (current) => maskedChange(current, body, callerName(caller)),
      );
      return savedAnswer(deps, changed);
    },
  });
