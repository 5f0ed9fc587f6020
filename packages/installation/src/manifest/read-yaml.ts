import { setImmediate } from 'node:timers/promises';
import { constructFromEvents, parseEvents, YAMLException, type Event } from 'js-yaml';
import { misfitOf } from './misfit.ts';
import { repeatedKeys, type RepeatedKey } from './repeated-keys.ts';
import { linesOf, type Path } from './yaml-lines.ts';
import { lineOfTooManyMarks } from './yaml-marks.ts';

/** `path`: place in the value; empty for the text itself. */
export type YamlFault = { line: number; path: Path; detail: string };

type Faulty = { faults: readonly [YamlFault, ...YamlFault[]] };

export type Yaml = {
  value: unknown;
  /** The lines of members; if one is missing, that of its parent. */
  linesOf: (paths: readonly Path[]) => number[];
};

/** Bounds the cost of reading and checking. A usual manifest of a megabyte has 60,000. */
const mostMarks = 80_000;
const most = { levels: 64, values: 160_000, characters: 1024 * 1024 };

/**
 * Reads a YAML text with one value that JSON can hold, in steps between which the process does other work.
 * Refuses a text that would take too much first. The library `yaml` counts lines itself, but takes two
 * minutes for a megabyte of names in one map, where this takes 3 s.
 */
export async function readYaml(yaml: string): Promise<Yaml | Faulty> {
  const line = lineOfTooManyMarks(yaml, mostMarks);
  if (line !== undefined) return { faults: [{ line, path: [], detail: tooManyMarks }] };
  let events: Event[] = [];
  try {
    events = parseEvents(yaml, { maxDepth: most.levels });
    await setImmediate();
    const documents = constructFromEvents(events, { source: yaml });
    await setImmediate();
    return checked(documents, yaml, events);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [first = unreadable(error), ...others] = repeatedKeys(yaml, events).map(repeatedFault);
    return { faults: [first, ...others] };
  }
}

const tooManyMarks = `There are more than ${mostMarks} of the marks that values begin with (\`-\`, \`?\`, \`:\`, \`,\`, \`[\`, \`{\`). Send it in parts.`;

function checked(
  [value, ...others]: readonly unknown[],
  yaml: string,
  events: readonly Event[],
): Yaml | Faulty {
  const misfit =
    others.length > 0 ? { path: [], detail: 'Must be one YAML document.' } : misfitOf(value, most);
  const linesAt = (paths: readonly Path[]) => linesOf(yaml, events, paths);
  if (misfit === undefined) return { value, linesOf: linesAt };
  return { faults: [{ ...misfit, line: linesAt([misfit.path])[0] ?? 1 }] };
}

const repeatedFault = ({ name, line }: RepeatedKey): YamlFault => ({
  line,
  path: [],
  detail: `\`${name}\` stands in one map twice.`,
});

const unreadable = ({ reason, mark }: YAMLException): YamlFault => ({
  line: (mark?.line ?? 0) + 1,
  path: [],
  detail: `This is not valid YAML: ${reason}.`,
});
