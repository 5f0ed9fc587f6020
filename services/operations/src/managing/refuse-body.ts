import { invalidInput } from '@writ/problem-details';

/**
 * Where many operations are meant by the filter in the query, a filter in the body would be overlooked, and all of them be
 * meant instead.
 *
 * @throws Refusal (400) for a request with a body
 */
export function refuseBody(header: (name: string) => string | undefined): void {
  const isEmpty = Number(header('content-length') ?? 0) === 0 && header('transfer-encoding') === undefined;
  if (isEmpty) return;
  const detail = 'No body is read here: what is meant is narrowed by parameters of the query.';
  throw invalidInput([
    { in: 'body', name: '', detail, remedy: 'Send the filter as parameters, without a body.' },
  ]);
}
