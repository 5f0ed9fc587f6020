import type { AttemptReport } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';

type SentReport = { readonly [Name in keyof AttemptReport]?: AttemptReport[Name] | undefined };

/** Rule of the body: members of an answer need its `status`, and `error` excludes it. */
export function reportRule(report: SentReport): readonly IssueInput[] {
  const [members, detail] =
    report.status === undefined
      ? ([['retryAfter', 'excerpt'], 'Is of an answer: give its `status`, too, or leave this out.'] as const)
      : ([['error'], 'Tells why nothing answered: give this or `status`, not both.'] as const);
  return members
    .filter((name) => report[name])
    .map((name) => ({ in: 'body', name: `/${name}`, detail, value: report[name] }));
}
