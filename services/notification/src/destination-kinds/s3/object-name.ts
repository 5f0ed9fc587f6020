import { mostIssues } from '@writ/problems';
import type { MetadataFault } from '../destination-kind.ts';

/** Ids are of version 7, so keys sort by time. */
const usualTemplate = 'writ/{{date}}/{{hour}}-{{id}}.jsonl';

const pieces = /\{\{([^{}]*)\}\}|\{\{/g;
const places = ['date', 'year', 'month', 'day', 'hour', 'id'] as const;
type Place = (typeof places)[number];

const isPlace = (name: string | undefined): name is Place => places.some((place) => place === name);

/** Without the id one object would overwrite another. */
export function keyTemplateFaults(pointer: string, template: unknown): MetadataFault[] {
  if (typeof template !== 'string' || template === '') return [];
  const names = [...template.matchAll(pieces)].map(([, inner]) => inner?.trim());
  const known = places.map((place) => `\`{{${place}}}\``).join(', ');
  const unknown = names
    .flatMap((name, index) => (isPlace(name) ? [] : [`Its ${index + 1}. place is none of ${known}.`]))
    .slice(0, mostIssues + 1);
  const details = names.includes('id') ? unknown : [...unknown, 'Must hold `{{id}}`.'];
  return details.map((detail) => ({ pointer, detail }));
}

/** Needs a template without faults. Times are UTC. */
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
