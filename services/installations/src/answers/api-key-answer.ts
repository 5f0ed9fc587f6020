import type { ApiKeyAnswer } from '@writ/contracts';
import type { ApiKey } from '@writ/tenancy';
import { timesOf } from './times-of.ts';

export const apiKeyAnswer = (key: ApiKey): ApiKeyAnswer => ({
  id: key.id,
  projectId: key.projectId,
  label: key.label,
  scopes: key.scopes,
  active: key.active,
  ...timesOf(key),
});
