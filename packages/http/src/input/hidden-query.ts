import { hiddenText } from '@writ/contracts';
import type { IssueInput } from '@writ/problems';

function partsOf(url: string): { before: string; parts: readonly string[]; fragment: string } {
  const [, before = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  return { before, parts: query === undefined ? [] : query.split('&'), fragment };
}

const urlOf = ({ before, parts, fragment }: ReturnType<typeof partsOf>): string =>
  `${before}${parts.length === 0 ? '' : '?'}${parts.join('&')}${fragment}`;

/** A part without `=` may be a secret as a whole. */
function divide(part: string): { name: string; value: string } {
  const at = part.indexOf('=') + 1;
  return { name: part.slice(0, at), value: part.slice(at) };
}

/** Replaces each value of the query by the marker. */
export function hideQuery(url: string): string {
  const { parts, ...rest } = partsOf(url);
  const hide = (part: string): string => {
    const { name, value } = divide(part);
    return name + (value === '' ? '' : hiddenText);
  };
  return urlOf({ ...rest, parts: parts.map(hide) });
}

/** Some clients percent-encode the brackets. */
const isMarker = (value: string): boolean => value.replace(/^%5b/i, '[').replace(/%5d$/i, ']') === hiddenText;

/**
 * Replaces each marker in the query by the stored value of the same name, in order; an issue if there is
 * none. `at`: pointer of the URL.
 */
export function unhideQuery(
  given: string,
  stored: string | undefined,
  at: string,
): { value: string; issues: readonly IssueInput[] } {
  const known = Map.groupBy(partsOf(stored ?? '').parts.map(divide), ({ name }) => name);
  const issues: IssueInput[] = [];
  const unhide = (part: string): string => {
    const { name, value } = divide(part);
    const same = known.get(name)?.shift();
    if (!isMarker(value)) return part;
    if (same === undefined) issues.push(standsForNothing(at, name.slice(0, -1)));
    return name + (same?.value ?? value);
  };
  const { parts, ...rest } = partsOf(given);
  return { value: urlOf({ ...rest, parts: parts.map(unhide) }), issues };
}

const standsForNothing = (name: string, parameter: string): IssueInput => ({
  in: 'body',
  name,
  detail: `\`${hiddenText}\` in the query${parameter === '' ? '' : `, of \`${parameter}\`,`} stands for a stored value; there is none here.`,
  remedy: 'Send the value itself.',
});
