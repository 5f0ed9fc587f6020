import type { IssueInput } from '@writ/problems';

/**
 * Rules of an endpoint that acts on all that match its query: without a filter, the caller must say
 * `everything=true`.
 * @param filters names of the parameters that narrow the selection
 */
export const rulesOfMany = (filters: readonly string[]) => {
  const names = filters.map((name) => `\`${name}\``).join(', ');
  return (asked: { query: Readonly<Record<string, unknown>> }): readonly IssueInput[] => {
    const isNarrowed = filters.some((name) => asked.query[name] !== undefined);
    const isEverything = String(asked.query['everything']) === 'true';
    if (isNarrowed !== isEverything) return [];
    const fault = { in: 'query', name: 'everything' } as const;
    if (isNarrowed)
      return [
        { ...fault, detail: bothGiven, value: 'true', remedy: 'Leave `everything` out, or the filter.' },
      ];
    return [
      {
        ...fault,
        detail: 'No filter narrows the selection.',
        remedy: `Narrow it by ${names}; or send \`everything=true\` to select everything.`,
      },
    ];
  };
};

const bothGiven = 'A filter narrows the selection, so it is not everything.';
