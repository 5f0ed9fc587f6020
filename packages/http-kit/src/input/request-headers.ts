import type { IssueInput } from '../problems/refusal.ts';
import type { Request } from 'express';

export function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The headers that a schema names, under the names that it gives them. */
export function namedHeaders(names: readonly string[], request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(request, name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** Several headers of one name would be read as one, with a value that nobody has sent. */
export const repeatedHeaders = (names: readonly string[], request: Request): IssueInput[] =>
  names.flatMap((name) => {
    // Node joins them by a comma; most requests have none, and need not be looked through again.
    if (!headerOf(request, name)?.includes(',')) return [];
    const values = request.headersDistinct[name.toLowerCase()] ?? [];
    return values.length > 1
      ? [{ in: 'header', name, detail: `\`${name}\` must be sent once.`, value: values }]
      : [];
  });
