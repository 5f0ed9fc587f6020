import { pointerTo } from './json.ts';

/** The limits of JSON that comes from outside, over HTTP or a bus. */
export const jsonLimits = {
  /** What walks through a value may call itself for each level. */
  levels: 64,
  /** A hundred records of 500 fields hold fewer; each value costs memory, and may cost an issue. */
  values: 60_000,
  /** Valid requests stay far below it. Each issue repeats the pointer, and there may be many. */
  pointer: 2_048,
} as const;

/** What is wrong with a JSON text before anybody parses it. */
export type JsonFault =
  | { kind: 'too-deep' }
  | { kind: 'too-many' }
  | { kind: 'too-long'; pointer: string }
  | { kind: 'twice'; pointer: string; name: string };

type Limits = {
  /** Most objects and arrays within each other. */
  levels: number;
  /** Most members of objects and entries of arrays, all together. */
  values: number;
  /** Most characters of the names from the top down to a member: each of its faults is told with them. */
  pointer: number;
  /** Most names that are told to come twice. */
  faults: number;
};

/** An object or array that is open, with the length of the names that lead to it; an array has no names. */
type Open = { names: Set<string> | undefined; at: string | number; above: number };

const code = {
  quote: 0x22,
  comma: 0x2c,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/**
 * Looks through a JSON text without building anything from it, so that a text made to hurt costs no memory: its depth,
 * how many values it holds, and names that an object has twice, of which a parser would silently keep the last. What is
 * no JSON is left for the parser to tell.
 */
export function surveyJson(json: string, { levels, values, pointer, faults }: Limits): readonly JsonFault[] {
  const open: Open[] = [];
  const twice: JsonFault[] = [];
  let inside: Open | undefined;
  let count = 0;
  let nameComes = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === code.quote) {
      const end = endOfText(json, at);
      if (nameComes && inside?.names) {
        if (inside.above + end - at > pointer)
          return [{ kind: 'too-long', pointer: pointerOf(open.slice(0, -1)) }];
        const name = textOf(json.slice(at + 1, end));
        inside.at = name;
        if (inside.names.has(name) && twice.length < faults) {
          twice.push({ kind: 'twice', name, pointer: pointerOf(open) });
        }
        inside.names.add(name);
        nameComes = false;
      }
      at = end;
    } else if (unit === code.openObject || unit === code.openArray) {
      nameComes = unit === code.openObject;
      const above = inside === undefined ? 0 : inside.above + String(inside.at).length + 1;
      inside = nameComes ? { names: new Set(), at: '', above } : { names: undefined, at: 0, above };
      if (open.push(inside) > levels) return [{ kind: 'too-deep' }];
      count += 1;
    } else if (unit === code.closeObject || unit === code.closeArray) {
      open.pop();
      inside = open.at(-1);
      nameComes = false;
    } else if (unit === code.comma) {
      if (typeof inside?.at === 'number') inside.at += 1;
      nameComes = inside?.names !== undefined;
      count += 1;
    }
    if (count > values) return [{ kind: 'too-many' }];
  }
  return twice;
}

/** Where the text that begins at `start` ends; the end of everything when it does not. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    if (!isEscaped(json, at)) return at;
  }
  return json.length;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(json: string, place: number): boolean {
  let at = place;
  while (json.charCodeAt(at - 1) === code.backslash) at -= 1;
  return (place - at) % 2 === 1;
}

/** The text between two quotes; with its escapes when they are none that can be read. */
function textOf(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}

const pointerOf = (open: readonly Open[]): string => open.reduce((above, { at }) => pointerTo(above, at), '');
