import type { AttemptReport } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';

/** Rule of the body: a receiver answered, or it did not; nothing that is told of the other case is dropped silently. */
export function reportRule(body: unknown): readonly IssueInput[] {
  const report = (body ?? {}) as Partial<Record<keyof AttemptReport, unknown>>;
  const [members, detail] =
    report.status === undefined
      ? ([['retryAfter', 'excerpt'], 'Is of an answer: give its `status`, too, or leave this out.'] as const)
      : ([['error'], 'Tells why nothing answered: give this or `status`, not both.'] as const);
  return members
    .filter((name) => report[name])
    .map((name) => ({ in: 'body', name: `/${name}`, detail, value: report[name] }));
}
