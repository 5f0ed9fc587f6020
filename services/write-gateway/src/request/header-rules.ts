import type { IssueInput } from '@writ/http-kit';

const maxHeaders = 20;
const maxBytes = 4_096;

/** Headers that belong to the call itself, or to the way it takes: a caller never sets them (Contract §4.1). */
const forbidden =
  /^(?:accept.*|authorization|cookie|host|connection|content-.*|transfer-encoding|te|trailer|keep-alive|upgrade|expect|forwarded|x-forwarded-.*|via|proxy-.*)$/i;
/** RFC 9110, token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters, blanks and tabs; nothing that could end a header. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers to forward that must not be: names, values, number and size. */
export function headerRules({ headers }: Readonly<Record<string, unknown>>): readonly IssueInput[] {
  if (!Array.isArray(headers)) return [];
  const issues = headers.flatMap((header: unknown, index) => headerIssues(header, `/headers/${index}`));
  if (headers.length > maxHeaders) {
    issues.push({
      in: 'body',
      name: '/headers',
      detail: `At most ${maxHeaders} headers are forwarded.`,
      value: headers.length,
    });
  }
  const bytes = headers.reduce((sum: number, header: unknown) => sum + sizeOf(header), 0);
  if (bytes > maxBytes) {
    issues.push({
      in: 'body',
      name: '/headers',
      detail: `Forwarded headers hold at most ${maxBytes} bytes together.`,
      value: bytes,
    });
  }
  return issues;
}

function headerIssues(header: unknown, pointer: string): IssueInput[] {
  const { key, value } = (header ?? {}) as { key?: unknown; value?: unknown };
  const issues: IssueInput[] = [];
  if (typeof key === 'string' && !token.test(key)) {
    issues.push({ in: 'body', name: `${pointer}/key`, detail: 'This is no name of a header.', value: key });
  } else if (typeof key === 'string' && forbidden.test(key)) {
    issues.push({
      in: 'body',
      name: `${pointer}/key`,
      detail: `The header \`${key}\` is never forwarded.`,
      value: key,
    });
  }
  if (typeof value === 'string' && !fieldValue.test(value)) {
    issues.push({
      in: 'body',
      name: `${pointer}/value`,
      detail: 'The value holds a character that no header may have.',
      value,
    });
  }
  return issues;
}

function sizeOf(header: unknown): number {
  const { key, value } = (header ?? {}) as { key?: unknown; value?: unknown };
  return [key, value].reduce(
    (sum: number, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : 0),
    0,
  );
}
