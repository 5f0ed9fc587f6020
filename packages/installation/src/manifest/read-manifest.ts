import { pointerTo } from '@writ/contracts';
import { setImmediate } from 'node:timers/promises';
import { asManifest, manifestFaults, mostFaults, type ManifestRuleFault } from './manifest-rules.ts';
import type { Manifest } from './manifest.ts';
import { readYaml } from './read-yaml.ts';

/** With its line (counted from 1). */
export type ManifestFault = Omit<ManifestRuleFault, 'path'> & {
  line: number;
  /** JSON Pointer of the member; empty for an error of the YAML itself. */
  at: string;
};

export type ReadManifest = { manifest: Manifest } | { faults: Some<ManifestFault> };

/** Reads a manifest, or returns its first errors. `providers`: the allowed names. */
export async function readManifest(
  sourceYaml: string,
  { providers }: { providers: readonly string[] },
): Promise<ReadManifest> {
  const yaml = await readYaml(sourceYaml);
  if ('faults' in yaml) return { faults: allPlaced(yaml.faults) };
  // Lets other work run, as between the steps of reading.
  await setImmediate();
  const [first, ...others] = manifestFaults(yaml.value, providers);
  if (first === undefined) return { manifest: asManifest(yaml.value) };
  const [line = 1, ...lines] = yaml.linesOf([first, ...others].map(({ path }) => path));
  const withLines = others.map((fault, index) => ({ ...fault, line: lines[index] ?? 1 }));
  return { faults: allPlaced([{ ...first, line }, ...withLines]) };
}

type Some<Fault> = readonly [Fault, ...Fault[]];

const allPlaced = ([first, ...others]: Some<ManifestRuleFault & { line: number }>): Some<ManifestFault> => [
  placed(first),
  ...others.slice(0, mostFaults - 1).map(placed),
];
const placed = ({ path, line, ...fault }: ManifestRuleFault & { line: number }): ManifestFault => ({
  line,
  at: path.reduce<string>(pointerTo, ''),
  ...fault,
});
