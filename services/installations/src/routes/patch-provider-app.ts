import {
  hiddenText,
  inputValidationProblemSchema,
  providerAppPatchSchema,
  providerAppSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { maskedMembers, maskedMembersRule } from '../masked-members.ts';
import { providerAppNotFound } from '../not-found.ts';

export const patchProviderApp = ({ providerApps }: Deps) =>
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
      const changed = await providerApps.change(project.id, providerAppId, changes);
      if (changed) return ok(told(changed));
      throw providerAppNotFound(providerAppId);
    },
  });
