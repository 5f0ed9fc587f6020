import type { IssueInput } from '@writ/problems';
import { bodyIssue, type ReadableBody } from './readable-body.ts';

const maxHeaders = 20;
const maxBytes = 4_096;

/** Headers of the call itself or its route (Contract §4.1). */
const forbidden =
  /^(?:accept.*|authorization|cookie|host|connection|content-.*|transfer-encoding|te|trailer|user-agent|keep-alive|upgrade|expect|forwarded|x-forwarded-.*|via|proxy-.*)$/i;
/** RFC 9110, token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters, blanks and tabs; nothing that ends a header. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Names, values, repetitions, number and size. */
export function* headerRules({ headers }: ReadableBody): Iterable<IssueInput> {
  if (!Array.isArray(headers)) return;
  for (const [index, header] of headers.entries()) yield* headerIssues(header, `/headers/${index}`);
  yield* repeatedNames(headers);
  if (headers.length > maxHeaders)
    yield bodyIssue('/headers', `At most ${maxHeaders} headers are forwarded.`, headers.length);
  const bytes = headers.reduce((sum: number, header: unknown) => sum + sizeOf(header), 0);
  if (bytes > maxBytes)
    yield bodyIssue('/headers', `Forwarded headers hold at most ${maxBytes} bytes together.`, bytes);
}

function* headerIssues(header: unknown, pointer: string): Iterable<IssueInput> {
  const { key, value } = (header ?? {}) as { key?: unknown; value?: unknown };
  if (typeof key === 'string' && !token.test(key))
    yield bodyIssue(`${pointer}/key`, 'This is no name of a header.', key);
  else if (typeof key === 'string' && forbidden.test(key))
    yield bodyIssue(`${pointer}/key`, `The header \`${key}\` is never forwarded.`, key);
  if (typeof value === 'string' && !fieldValue.test(value))
    yield bodyIssue(`${pointer}/value`, 'The value holds a character that no header may have.', value);
}

/** Equal repetitions are allowed, since one is sent. */
function* repeatedNames(headers: readonly unknown[]): Iterable<IssueInput> {
  const seen = new Map<string, unknown>();
  for (const [index, header] of headers.entries()) {
    const { key, value } = (header ?? {}) as { key?: unknown; value?: unknown };
    if (typeof key !== 'string') continue;
    const name = key.toLowerCase();
    if (!seen.has(name)) seen.set(name, value);
    else if (seen.get(name) !== value)
      yield bodyIssue(
        `/headers/${index}/key`,
        `The header \`${key}\` comes twice, with different values; give it once, with the one to forward.`,
        key,
      );
  }
}

function sizeOf(header: unknown): number {
  const { key, value } = (header ?? {}) as { key?: unknown; value?: unknown };
  return [key, value].reduce(
    (sum: number, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : 0),
    0,
  );
}
