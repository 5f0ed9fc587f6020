import { capital, withoutProject } from '@writ/http';

/** The names of a path's parameters, in order. */
export const parameterNames = (template: string): readonly string[] =>
  [...template.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name ?? '');

/** The resource of an address; below an integration, the resource there. */
export function tagOf(template: string): string {
  const [first = '', , below] = withoutProject(template);
  const resource = (first === 'integrations' && below !== undefined ? below : first).replace(/:.*/, '');
  return capital(resource.split('-').map(spelled).join(' '));
}

/** `topicId` gives `Id of the topic.` */
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
