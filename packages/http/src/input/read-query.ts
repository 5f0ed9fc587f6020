import type { IssueInput } from '@writ/problems';

export type ReadQuery = { query: Record<string, unknown>; issues: readonly IssueInput[] };

/**
 * Reads `application/x-www-form-urlencoded`. A repeated parameter is a list; a part that is no
 * percent-encoded UTF-8 is an issue.
 */
export function readQuery(url: string): ReadQuery {
  const start = url.indexOf('?');
  if (start === -1) return { query: {}, issues: [] };
  const values = new Map<string, string[]>();
  const issues: IssueInput[] = [];
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const written = at === -1 ? part : part.slice(0, at);
    const name = decoded(written);
    const value = decoded(at === -1 ? '' : part.slice(at + 1));
    if (name === undefined || value === undefined) issues.push(undecodable(name ?? written));
    else {
      const same = values.get(name);
      if (same) same.push(value);
      else values.set(name, [value]);
    }
  }
  const query = Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
  return { query, issues };
}

const undecodable = (name: string): IssueInput => ({
  in: 'query',
  name,
  detail: 'Must be UTF-8, percent-encoded.',
  remedy:
    'Write a percent sign as `%25`, and other characters as the bytes of their UTF-8, such as `%C3%A4`.',
});

function decoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
