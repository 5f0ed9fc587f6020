import type { IssueInput } from '@writ/http-kit';

/**
 * Rule of endpoints that mean many operations by the filter in the query: a filter in the body would be overlooked, and all
 * of them be meant instead.
 */
export function noBodyRule({
  header,
}: {
  header: (name: string) => string | undefined;
}): readonly IssueInput[] {
  const isEmpty = Number(header('content-length') ?? 0) === 0 && header('transfer-encoding') === undefined;
  if (isEmpty) return [];
  const detail = 'No body is read here: what is meant is narrowed by parameters of the query.';
  return [{ in: 'body', name: '', detail, remedy: 'Send the filter as parameters, without a body.' }];
}
