import { linkedPages, type Reply } from '@writ/http';
import { listIntegrations } from '@writ/installation';
import { integrationAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';

/** Each integration has a manifest of up to 1 MB. */
export const integrationPages = linkedPages('integrations', { readAtOnce: 20 });

export const integrationPage = (
  { database }: Deps,
  asked: Parameters<typeof integrationPages.answer>[0] & { project: { id: string } },
): Promise<Reply> =>
  integrationPages.answer(
    asked,
    (span) => listIntegrations(database.prisma, asked.project.id, span),
    (integrations) => integrations.map(integrationAnswer),
  );
