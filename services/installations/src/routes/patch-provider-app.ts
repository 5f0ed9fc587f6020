import {
  hiddenText,
  inputValidationProblemSchema,
  providerAppPatchSchema,
  providerAppSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { ProviderAppRepository } from '@writ/installation';
import { providerAppAnswer } from '../answers/provider-app-answer.ts';
import { providerAppNotFound } from '../connections/provider-app-not-found.ts';
import { maskedMembers, maskedMembersRule } from '../masked-members.ts';

export const patchProviderApp = (deps: { providerApps: Pick<ProviderAppRepository, 'change'> }) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/provider-apps/:providerAppId',
    summary: 'Change a provider app',
    access: { scope: 'installations:manage' },
    body: providerAppPatchSchema,
    rules: maskedMembersRule('providerApp', providerAppPatchSchema.properties.updateMask.items.enum),
    answers: { 200: providerAppSchema, 400: inputValidationProblemSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { providerAppId }, body }) => {
      const staysHidden = body.providerApp.clientSecret === hiddenText;
      const mask = body.updateMask.filter((name) => name !== 'clientSecret' || !staysHidden);
      const changes = maskedMembers(mask, body.providerApp);
      const changed = await deps.providerApps.change(project.id, providerAppId, changes);
      if (changed) return ok(providerAppAnswer(changed));
      throw providerAppNotFound(providerAppId);
    },
  });
