import { EVENT_ID, getScalarValue, type Event } from 'js-yaml';
import { lineCounter } from './yaml-lines.ts';

export type RepeatedKey = { name: string; line: number };

/** An open map with its names so far; undefined for sequences and documents. */
type Open = { names: Set<string>; nameComes: boolean } | undefined;

/** Every name that a map repeats. Looks at each event once. */
export function repeatedKeys(yaml: string, events: readonly Event[]): RepeatedKey[] {
  const lineOf = lineCounter(yaml);
  const repeated: RepeatedKey[] = [];
  const open: Open[] = [];
  for (const event of events) {
    const map = open.at(-1);
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    if (map?.nameComes && event.type === EVENT_ID.SCALAR) {
      const name = getScalarValue(yaml, event);
      const line = map.names.has(name) ? lineOf(event) : undefined;
      if (line !== undefined) repeated.push({ name, line });
      map.names.add(name);
    }
    if (map) map.nameComes = !map.nameComes;
    if (event.type === EVENT_ID.MAPPING) open.push({ names: new Set(), nameComes: true });
    else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT) open.push(undefined);
  }
  return repeated;
}
