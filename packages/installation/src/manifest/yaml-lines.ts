import { EVENT_ID, getScalarValue, type Event } from 'js-yaml';

/** Names and indexes from the top of a value down to a member. */
export type Path = readonly (string | number)[];

type Place = { line?: number | undefined; below: Map<string | number, Place> };

/**
 * The lines, counted from 1, of members: of the name, of an entry's start, or, if missing, of the parent.
 * Looks at each event of the document once.
 */
export function linesOf(yaml: string, events: readonly Event[], paths: readonly Path[]): number[] {
  const top: Place = { line: 1, below: new Map() };
  for (const path of paths) path.reduce(placeBelow, top);
  setLines(yaml, events, top);
  return paths.map((path) => lineAt(top, path));
}

function placeBelow(place: Place, step: string | number): Place {
  const known = place.below.get(step) ?? { below: new Map() };
  place.below.set(step, known);
  return known;
}

function lineAt(top: Place, path: Path): number {
  let place: Place | undefined = top;
  let line = 1;
  for (const step of path) {
    place = place?.below.get(step);
    line = place?.line ?? line;
  }
  return line;
}

function setLines(yaml: string, events: readonly Event[], top: Place): void {
  const lineOf = lineCounter(yaml);
  // The first event opens the document.
  let at = 1;
  const closes = (): boolean => (events[at]?.type ?? EVENT_ID.POP) === EVENT_ID.POP;
  const visit = (place: Place | undefined): void => {
    const event = events[at++];
    if (place && event) place.line ??= lineOf(event);
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (let index = 0; !closes(); index += 1) visit(place?.below.get(index));
      at += 1;
    } else if (event?.type === EVENT_ID.MAPPING) {
      while (!closes()) {
        const member = place && placeNamed(events[at], place, yaml);
        // Its name, which has the line, and then its value.
        visit(member);
        visit(member);
      }
      at += 1;
    }
  };
  visit(top);
}

const placeNamed = (key: Event | undefined, { below }: Place, yaml: string): Place | undefined =>
  key?.type === EVENT_ID.SCALAR ? below.get(getScalarValue(yaml, key)) : undefined;

/** Returns the lines of events, requested in their order. Empty values have none. */
export function lineCounter(yaml: string): (event: Event) => number | undefined {
  let line = 1;
  let next = yaml.indexOf('\n');
  return (event) => {
    const start = startOf(event);
    if (start < 0) return undefined;
    for (; next !== -1 && next < start; next = yaml.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

function startOf(event: Event): number {
  if ('valueStart' in event) return event.valueStart;
  if ('start' in event) return event.start;
  return 'anchorStart' in event ? event.anchorStart : -1;
}
