import type { Endpoint } from '../endpoint.ts';

/** Express' form of a path as OpenAPI writes it: `/topics/:topicId\\:test` is `/topics/{topicId}:test`. */
export const pathTemplate = (path: string): string =>
  path
    .replaceAll('\\:', '\0')
    .replace(/:([A-Za-z]+)/g, '{$1}')
    .replaceAll('\0', ':');

/** What an endpoint is called, in descriptions and in the audit. */
export const operationIdIn = ({ method, path, docs }: Pick<Endpoint, 'method' | 'path' | 'docs'>): string =>
  docs?.operationId ?? operationIdOf(method, pathTemplate(path));

/** The names of a path's parameters, in order. */
export const parameterNames = (template: string): readonly string[] =>
  [...template.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name ?? '');

/** `get` and `/projects/{p}/topics/{t}` give `getTopic`: the words that endpoints' files are named by. */
function operationIdOf(method: string, template: string): string {
  const segments = withoutProject(template);
  const words = segments.flatMap((segment, index) => {
    const [name = '', verb] = segment.split(':');
    if (name.startsWith('{')) return verb === undefined ? [] : [verb];
    const one =
      segments[index + 1]?.startsWith('{') === true ||
      (method === 'post' && verb === undefined && index === segments.length - 1);
    return [one ? singular(name) : name, ...(verb === undefined ? [] : [verb])];
  });
  return camelCase([method, ...words]);
}

/** The resource that an address is about; of what stands below an integration, that which stands there. */
export function tagOf(template: string): string {
  const [first = '', , below] = withoutProject(template);
  const resource = (first === 'integrations' && below !== undefined ? below : first).replace(/:.*/, '');
  return capital(resource.split('-').map(spelled).join(' '));
}

/** What a path parameter names, in words: `topicId` is the id of the topic. */
export function parameterDescription(name: string): string {
  const [, what = '', form = ''] = /^(.*?)(IdOrName|Id|Name)?$/.exec(name) ?? [];
  const words = what
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .split(' ')
    .map(spelled)
    .join(' ');
  const forms: Record<string, string> = { IdOrName: 'Id or name', Id: 'Id', Name: 'Name' };
  return form === '' ? `The ${words}.` : `${forms[form] ?? ''} of the ${words}.`;
}

const abbreviations: Readonly<Record<string, string>> = { api: 'API', jwt: 'JWT', oauth: 'OAuth' };
const spelled = (word: string): string => abbreviations[word] ?? word;

/** The segments of a path; the project that most stand below says nothing about what they are. */
function withoutProject(template: string): string[] {
  const segments = template.split('/').slice(1);
  return segments[0] === 'projects' && segments.length > 2 ? segments.slice(2) : segments;
}

const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const camelCase = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('');
