import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `docs/contract.md`. */
export const contract = readFileSync(join(import.meta.dirname, '../../../../docs/contract.md'), 'utf8');

export const codeSpans = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** As `POST /x/{id}`, without names of parameters and `/v1`. */
export const endpointsOf = (text: string): string[] =>
  codeSpans(text)
    .filter((span) => /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(span))
    .map((span) => withoutNames(span.replace(' /v1/', ' /')));

/** Without query and names of parameters, in braces or after a colon. */
export const withoutNames = (path: string): string =>
  path.replaceAll(/\{[^}]+\}|(?<=\/):\w+/g, '{}').replace(/\?.*$/, '');

/** The first column of the table with this first heading. @throws Error if there is none */
export function firstCellsBelow(heading: string): string[] {
  const [, rest] = contract.split(`\n| ${heading} |`);
  const [, , ...rows] = rest?.split('\n\n')[0]?.split('\n') ?? [];
  if (rows.length === 0) throw new Error(`The contract has no table headed "${heading}".`);
  return rows.map((row) => row.split(' | ')[0]?.slice(2) ?? '');
}

/** The list in code after the words. @throws Error if there is none */
export function listAfter(words: string): string[] {
  const [, rest] = contract.split(words);
  const list = /^(?:(?:, | or )?`[^`]+`)+/.exec(rest ?? '');
  if (list === null) throw new Error(`The contract has no list after "${words}".`);
  return codeSpans(list[0]);
}
