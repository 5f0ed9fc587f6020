import type { IssueInput } from '../problems/refusal.ts';

type Asked = { query: Readonly<Record<string, unknown>> };

/**
 * Rules of an endpoint that means many by the filter in its query: nobody means everything by leaving the filter out. A
 * filter in the body is refused as any body that is not read.
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
    ];
  };
};

const both = {
  detail: 'A filter narrows what is meant, so it is not everything.',
  value: 'true',
  remedy: 'Leave `everything` out, or the filter.',
};
