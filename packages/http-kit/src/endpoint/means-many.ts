import { declaredBytes } from '../input/declared-bytes.ts';
import type { IssueInput } from '../problems/refusal.ts';

type Asked = {
  query: Readonly<Record<string, unknown>>;
  header: (name: string) => string | undefined;
};

/**
 * Rules of an endpoint that means many by the filter in its query: nobody means everything by leaving the filter out, or
 * by sending it where it is not read.
 *
 * @param filters names of the parameters that narrow what is meant
 */
export const rulesOfMany = (filters: readonly string[]) => {
  const names = filters.map((name) => `\`${name}\``).join(', ');
  const remedy = `Narrow it by ${names}; or say \`everything=true\`, where everything is meant.`;
  return (asked: Asked): readonly IssueInput[] => {
    const isNarrowed = filters.some((name) => asked.query[name] !== undefined);
    const isEverything = String(asked.query['everything']) === 'true';
    const fault = { in: 'query', name: 'everything' } as const;
    const detail = 'No filter narrows what is meant.';
    return [
      ...(isNarrowed || isEverything ? [] : [{ ...fault, detail, remedy }]),
      ...(isNarrowed && isEverything ? [{ ...fault, ...both }] : []),
      ...bodyIssues(asked),
    ];
  };
};

const both = {
  detail: 'A filter narrows what is meant, so it is not everything.',
  value: 'true',
  remedy: 'Leave `everything` out, or the filter.',
};

/** A filter in the body would be overlooked, and all of them be meant instead. */
function bodyIssues({ header }: Asked): readonly IssueInput[] {
  const isChunked = header('transfer-encoding') !== undefined;
  if (declaredBytes(header('content-length')) === 0 && !isChunked) return [];
  const detail = 'No body is read here: what is meant is narrowed by parameters of the query.';
  return [{ in: 'body', name: '', detail, remedy: 'Send the filter as parameters, without a body.' }];
}
