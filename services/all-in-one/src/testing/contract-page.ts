import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/contract.md'), 'utf8');

/** The page up to its last section: what works today. */
export const [contract = '', notBuilt = ''] = page.split(/^(?=## 9\. Decided, not built$)/m);

/** What stands between backticks, in order. */
export const codeSpans = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

const method = '(?:GET|POST|PUT|PATCH|DELETE)';
const mention = new RegExp(
  `((?:${method}(?:, | and )?)+) ((?:\`[/P…:][^\`]*\`(?:, )?)+)|\`(${method}) ([^\`]+)\``,
  'g',
);

/** A method and a path without names of parameters, such as `GET /projects/{}`, and the line that names it. */
export type NamedEndpoint = { endpoint: string; line: string };

/**
 * Every endpoint that a text names: `GET, POST \`/x\``, or both within the backticks. `P` stands for a project, as a
 * leading `/` does below "Under `/projects/{p}`"; `…` for the path that the line named before, which `:verb` follows.
 */
export function endpointsOf(text: string): NamedEndpoint[] {
  let prefix = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#')) prefix = '';
    if (line.startsWith('Under `/projects/{p}`')) prefix = '/projects/{p}';
    let before = '';
    return [...line.matchAll(mention)].flatMap(([, methods, paths = '', oneMethod, onePath]) => {
      const named = oneMethod === undefined ? codeSpans(paths) : [onePath ?? ''];
      return named.flatMap((path) => {
        before = fullPath(path, prefix, before.replace(/:[a-z-]+$/, ''));
        return ((methods ?? oneMethod) || '')
          .split(/, | and /)
          .map((name) => ({ endpoint: `${name} ${withoutNames(before)}`, line }));
      });
    });
  });
}

function fullPath(path: string, prefix: string, before: string): string {
  if (path.startsWith('…')) return before + path.slice(1);
  if (path.startsWith(':')) return before + path;
  if (path.startsWith('P')) return `/projects/{p}${path.slice(1)}`;
  return path.startsWith('/v1/') ? path.slice(3) : `${prefix}${path}`;
}

/** A path whose parameters have no names, in braces or after a colon, and without its query. */
export const withoutNames = (path: string): string =>
  path.replaceAll(/\{[^}]+\}|(?<=\/):\w+/g, '{}').replace(/\?.*$/, '');

/** The items of the list in code that follows the words. @throws Error where the page has no such list. */
export function listAfter(words: string): string[] {
  const [, rest] = contract.split(words);
  const list = /^(?:(?:, | or )?`[^`]+`)+/.exec(rest ?? '');
  if (list === null) throw new Error(`The contract has no list after "${words}".`);
  return codeSpans(list[0]);
}
