import { pointerTo } from '@writ/contracts';
import { setImmediate } from 'node:timers/promises';
import { asManifest, manifestFaults, mostFaults, type ManifestRuleFault } from './manifest-rules.ts';
import type { Manifest } from './manifest.ts';
import { readYaml } from './read-yaml.ts';

/** A fault of a manifest, with its line (counted from 1). */
export type ManifestFault = Omit<ManifestRuleFault, 'path'> & {
  line: number;
  /** JSON Pointer of the member within the manifest; empty for a fault of the YAML itself. */
  at: string;
};

export type ReadManifest = { manifest: Manifest } | { faults: readonly ManifestFault[] };

/** Reads a manifest; when it has faults, the first of them. `providers`: those that an integration may name. */
export async function readManifest(
  sourceYaml: string,
  { providers }: { providers: readonly string[] },
): Promise<ReadManifest> {
  const yaml = await readYaml(sourceYaml);
  if ('faults' in yaml) return { faults: yaml.faults.slice(0, mostFaults).map(placed) };
  // Other work comes in between, as between the steps of reading.
  await setImmediate();
  const faults = manifestFaults(yaml.value, providers);
  if (faults.length === 0) return { manifest: asManifest(yaml.value) };
  const lines = yaml.linesOf(faults.map(({ path }) => path));
  return { faults: faults.map((fault, index) => placed({ ...fault, line: lines[index] ?? 1 })) };
}

const placed = ({ path, line, ...fault }: ManifestRuleFault & { line: number }): ManifestFault => ({
  line,
  at: path.reduce<string>(pointerTo, ''),
  ...fault,
});
