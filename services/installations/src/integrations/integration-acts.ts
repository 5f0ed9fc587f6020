import type { IntegrationHead } from '@writ/installation';
import type { Act } from '@writ/tenancy';

/** An integration as the audit shows it: its revisions are kept, and told by their ids. */
export const shownIntegration = ({
  id,
  projectId,
  name,
  displayName,
  provider,
  revisionId,
}: IntegrationHead) => ({
  id,
  projectId,
  name,
  displayName,
  provider,
  revisionId,
});

/** What was done to the integrations of a project, by what they were and are. */
export function integrationActs(
  before: readonly IntegrationHead[],
  after: readonly IntegrationHead[],
): Act[] {
  const was = new Map(before.map((one) => [one.id, one]));
  const is = new Set(after.map(({ id }) => id));
  const resource = 'integration';
  return [
    ...before.filter(({ id }) => !is.has(id)).map((one) => ({ resource, before: shownIntegration(one) })),
    ...after
      .filter(({ id, revisionId }) => was.get(id)?.revisionId !== revisionId)
      .map((one): Act => {
        const old = was.get(one.id);
        return { resource, ...(old && { before: shownIntegration(old) }), after: shownIntegration(one) };
      }),
  ];
}
