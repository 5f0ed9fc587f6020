import type { Endpoint } from '../endpoint.ts';

/** `/topics/:topicId\\:test` is `/topics/{topicId}:test`. */
export const pathTemplate = (path: string): string =>
  path
    .replaceAll('\\:', '\0')
    .replace(/:([A-Za-z]+)/g, '{$1}')
    .replaceAll('\0', ':');

/** Its name in descriptions and in the audit. */
export const operationIdIn = ({ method, path, docs }: Pick<Endpoint, 'method' | 'path' | 'docs'>): string =>
  docs?.operationId ?? operationIdOf(method, pathTemplate(path));

/** `get` and `/projects/{p}/topics/{t}` return `getTopic`. */
function operationIdOf(method: string, template: string): string {
  const segments = withoutProject(template);
  const words = segments.flatMap((segment, index) => {
    const [name = '', verb] = segment.split(':');
    if (name.startsWith('{')) return verb === undefined ? [] : [verb];
    const isOne =
      segments[index + 1]?.startsWith('{') === true ||
      (method === 'post' && verb === undefined && index === segments.length - 1);
    return [isOne ? singular(name) : name, ...(verb === undefined ? [] : [verb])];
  });
  return camelCase([method, ...words]);
}

/** A path's segments behind the project. */
export function withoutProject(template: string): string[] {
  const segments = template.split('/').slice(1);
  return segments[0] === 'projects' && segments.length > 2 ? segments.slice(2) : segments;
}

const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const camelCase = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('');
