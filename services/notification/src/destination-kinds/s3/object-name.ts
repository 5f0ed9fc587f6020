import { mostIssues } from '@writ/http-kit';

/** What a key is made of where nobody says otherwise; the id is of version 7, so keys sort by time. */
const usualTemplate = 'writ/{{date}}/{{hour}}-{{id}}.jsonl';

const pieces = /\{\{([^{}]*)\}\}|\{\{/g;
const places = ['date', 'year', 'month', 'day', 'hour', 'id'] as const;
type Place = (typeof places)[number];

const isPlace = (name: string | undefined): name is Place => places.some((place) => place === name);

/**
 * What is wrong with the template of a key, at as many places as an answer tells. Without the id one object would take the
 * place of another.
 */
export function keyTemplateFaults(template: string): string[] {
  const nameOf = ([, inner]: RegExpExecArray) => inner?.trim();
  const known = places.map((place) => `\`{{${place}}}\``).join(', ');
  const unknown = template
    .matchAll(pieces)
    .map((piece, index) => ({ name: nameOf(piece), index }))
    .filter(({ name }) => !isPlace(name))
    .map(({ index }) => `Its ${index + 1}. place is none of ${known}.`)
    .take(mostIssues + 1);
  const isUnique = template.matchAll(pieces).some((piece) => nameOf(piece) === 'id');
  return [...unknown, ...(isUnique ? [] : ['Must hold `{{id}}`.'])];
}

/** The key of an object, by a template without faults; times are UTC. */
export function objectName(
  { keyTemplate, gzip = false }: { keyTemplate?: string; gzip?: boolean },
  { id, at }: { id: string; at: Date },
): string {
  const date = at.toISOString().slice(0, 10);
  const [year = '', month = '', day = ''] = date.split('-');
  const values: Record<Place, string> = { date, year, month, day, hour: at.toISOString().slice(11, 13), id };
  const template = keyTemplate ?? `${usualTemplate}${gzip ? '.gz' : ''}`;
  return template.replace(pieces, (_, inner: string | undefined) => {
    const name = inner?.trim();
    return isPlace(name) ? values[name] : '';
  });
}
