import { pointerTo } from './json.ts';

export const jsonLimits = {
  /** Functions that walk a value recurse once per level. */
  levels: 64,
  /** A hundred records of 500 fields hold fewer. Each value costs memory, and may cost an issue. */
  values: 60_000,
  /** In characters. Each issue repeats its pointer. */
  pointer: 2_048,
} as const;

export type JsonFault =
  | { kind: 'too-deep' }
  | { kind: 'too-many' }
  | { kind: 'too-long'; pointer: string }
  | { kind: 'twice'; pointer: string; name: string };

type Limits = {
  levels: number;
  values: number;
  /** Characters of the names from the top down to a member. */
  pointer: number;
  /** Duplicate names that are reported. */
  faults: number;
};

/** An open object or array; `above` is the length of the names above it. An array has no names. */
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
 * Surveys a JSON text without building anything, so hostile text costs no memory. Reports too deep nesting,
 * too many values, too long names, and duplicate names, of which a parser would keep the last. Invalid JSON
 * is left to the parser.
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

/** Index of the closing quote; the end of the JSON if there is none. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    if (!isEscaped(json, at)) return at;
  }
  return json.length;
}

function isEscaped(json: string, place: number): boolean {
  let at = place;
  while (json.charCodeAt(at - 1) === code.backslash) at -= 1;
  return (place - at) % 2 === 1;
}

/** Returns the raw text if its escapes are invalid. */
function textOf(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}

const pointerOf = (open: readonly Open[]): string => open.reduce((above, { at }) => pointerTo(above, at), '');
