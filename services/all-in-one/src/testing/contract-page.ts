import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the API behaves: `docs/contract.md`. */
export const contract = readFileSync(join(import.meta.dirname, '../../../../docs/contract.md'), 'utf8');

/** The texts between backticks, in order. */
export const codeSpans = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** The endpoints in code, as `POST /x/{id}`, without the names of their parameters and without `/v1`. */
export const endpointsOf = (text: string): string[] =>
  codeSpans(text)
    .filter((span) => /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(span))
    .map((span) => withoutNames(span.replace(' /v1/', ' /')));

/** A path whose parameters have no names, in braces or after a colon, and without its query. */
export const withoutNames = (path: string): string =>
  path.replaceAll(/\{[^}]+\}|(?<=\/):\w+/g, '{}').replace(/\?.*$/, '');

/** The first cells of the table whose first heading this is. @throws Error if the page has no such table. */
export function firstCellsBelow(heading: string): string[] {
  const [, rest] = contract.split(`\n| ${heading} |`);
  const [, , ...rows] = rest?.split('\n\n')[0]?.split('\n') ?? [];
  if (rows.length === 0) throw new Error(`The contract has no table headed "${heading}".`);
  return rows.map((row) => row.split(' | ')[0]?.slice(2) ?? '');
}

/** The items of the list in code that follows the words. @throws Error if the page has no such list. */
export function listAfter(words: string): string[] {
  const [, rest] = contract.split(words);
  const list = /^(?:(?:, | or )?`[^`]+`)+/.exec(rest ?? '');
  if (list === null) throw new Error(`The contract has no list after "${words}".`);
  return codeSpans(list[0]);
}
