import { nodesOf } from './read-expression.ts';
import type { AlertRule } from './rules.ts';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** Ages grow with time; other seconds, such as a commit's, don't. */
const isAge = (metric: string): boolean => /_(?:oldest(?:_due)?|behind)_seconds$/.test(metric);

/** For a world that is `factor` times faster: durations, ranges and ages shrink. */
export const fasterRules = (rules: readonly AlertRule[], factor: number): AlertRule[] =>
  rules.map((rule) => ({
    ...rule,
    expr: fasterExpression(rule.expr, factor),
    ...(rule.for !== undefined && { for: shorter(rule.for, factor) }),
  }));

function fasterExpression(text: string, factor: number): string {
  const ages = nodesOf(text)
    .filter(({ name }) => name === 'BinaryExpr')
    .flatMap((comparison) => {
      const [left, right] = [comparison.firstChild, comparison.lastChild];
      const metrics = left
        ? nodesOf(text).filter(
            ({ name, from, to }) => name === 'VectorSelector' && from >= left.from && to <= left.to,
          )
        : [];
      const isOfAges = metrics.some(({ from, to }) => isAge(/^\w+/.exec(text.slice(from, to))?.[0] ?? ''));
      return right?.name === 'NumberDurationLiteral' && isOfAges ? [right] : [];
    });
  const durations = nodesOf(text).filter(({ name }) => name === 'NumberDurationLiteralInDurationContext');
  const changes = [
    ...ages.map(({ from, to }) => ({ from, to, by: String(Number(text.slice(from, to)) / factor) })),
    ...durations.map(({ from, to }) => ({ from, to, by: shorter(text.slice(from, to), factor) })),
  ];
  return changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, by }) => changed.slice(0, from) + by + changed.slice(to), text);
}

function shorter(duration: string, factor: number): string {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const seconds = Number(count) * (units[unit] ?? NaN);
  if (Number.isNaN(seconds)) throw new Error(`The duration ${duration} has no known unit.`);
  return `${Math.max(1, Math.round(seconds / factor))}s`;
}
