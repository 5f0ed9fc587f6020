import type { FieldValue } from '../../records/record-store.ts';
import { refusal } from '../salesforce-error.ts';
import type { Condition, Literal } from './parse-soql.ts';

/** True when a field's value meets the condition. Texts are compared without regard to case, as SOQL does. */
export function holds(held: FieldValue | null, { operator, values }: Condition): boolean {
  const [wanted = null] = values;
  switch (operator) {
    case '=':
      return same(held, wanted);
    case '!=':
    case '<>':
      return !same(held, wanted);
    case 'IN':
      return values.some((value) => same(held, value));
    case 'LIKE':
      return typeof held === 'string' && new RegExp(`^${String(wanted)}$`, 'isu').test(held);
    case '<':
      return order(held, wanted) < 0;
    case '<=':
      return order(held, wanted) <= 0;
    case '>':
      return order(held, wanted) > 0;
    case '>=':
      return order(held, wanted) >= 0;
    default:
      throw refusal(400, 'MALFORMED_QUERY', `unexpected token: '${operator}'`);
  }
}

function same(held: FieldValue | null, wanted: Literal): boolean {
  return held === wanted || order(held, wanted) === 0;
}

/** Negative, zero or positive; NaN, which meets nothing, where the two can't be compared. */
function order(held: FieldValue | null, wanted: Literal): number {
  if (held === null || wanted === null) return Number.NaN;
  if (typeof held !== 'string' || typeof wanted !== 'string') {
    return typeof held === typeof wanted ? Number(held) - Number(wanted) : Number.NaN;
  }
  const [a, b] = [comparable(held), comparable(wanted)];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Moments by the instant they name, whatever their zone; everything else as text. */
function comparable(text: string): string {
  const momentMs = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(momentMs) ? text.toLowerCase() : new Date(momentMs).toISOString();
}
