import type { IntegrationHead } from '@writ/installation';
import type { Act } from '@writ/tenancy';

/** For the audit. Revisions are kept, so ids suffice. */
export const shownIntegration = ({ revision: _, ...head }: IntegrationHead & { revision?: unknown }) => head;

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
