import { isMap, isScalar, LineCounter, parseDocument, type Document, type YAMLError } from 'yaml';
import { asManifest, manifestFaults, type ManifestRuleFault } from './manifest-rules.ts';
import type { Manifest } from './manifest.ts';

/** A fault of a manifest, with its line (counted from 1). */
export type ManifestFault = {
  line: number;
  /** JSON Pointer of the member within the manifest; empty for a fault of the YAML itself. */
  at: string;
  detail: string;
  value?: unknown;
  /** The names that would have been right here, for a hint. */
  known?: readonly string[];
};

export type ReadManifest = { manifest: Manifest } | { faults: readonly ManifestFault[] };

/** Reads a manifest; when it has faults, every one of them. `providers`: those that an integration may name. */
export function readManifest(sourceYaml: string, options: { providers: readonly string[] }): ReadManifest {
  const lines = new LineCounter();
  const document = parseDocument(sourceYaml, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  if (document.errors.length > 0) {
    return { faults: document.errors.map((error) => yamlFault(error, lines)) };
  }
  const content = toJson(document);
  if ('fault' in content) return { faults: [{ line: 1, at: '', detail: content.fault }] };
  const faults = manifestFaults(content.value, options.providers);
  if (faults.length === 0) return { manifest: asManifest(content.value) };
  return { faults: faults.map((fault) => withLine(fault, document, lines)) };
}

function yamlFault(error: YAMLError, lines: LineCounter): ManifestFault {
  return {
    line: lines.linePos(error.pos[0]).line,
    at: '',
    detail: `This is no valid YAML: ${error.message}.`,
  };
}

/** What JSON and Postgres can hold: no cycles, no U+0000, no half of a surrogate pair. */
function toJson(document: Document): { value: unknown } | { fault: string } {
  try {
    const value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 }))) as unknown;
    return isStorable(value)
      ? { value }
      : { fault: 'U+0000 and halves of surrogate pairs are not allowed in texts.' };
  } catch (error) {
    return { fault: `The YAML can't be read as JSON: ${(error as Error).message}.` };
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

function withLine(
  { path, ...fault }: ManifestRuleFault,
  document: Document,
  lines: LineCounter,
): ManifestFault {
  const at = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { line: lineOf(path, document, lines), at, ...fault };
}

/** The line of the member's name, else of the entry; of what holds it when the member is missing. */
function lineOf(path: readonly (string | number)[], document: Document, lines: LineCounter): number {
  const start = startOf(path, document);
  if (start !== undefined) return lines.linePos(start).line;
  return path.length === 0 ? 1 : lineOf(path.slice(0, -1), document, lines);
}

function startOf(path: readonly (string | number)[], document: Document): number | undefined {
  const holder = path.length === 0 ? undefined : document.getIn(path.slice(0, -1), true);
  const pair = isMap(holder)
    ? holder.items.find(({ key }) => (isScalar(key) ? key.value : key) === path.at(-1))
    : undefined;
  if (pair && isScalar(pair.key)) return pair.key.range?.[0];
  const node = document.getIn(path, true) as { range?: [number, number, number] | null } | undefined;
  return node?.range?.[0];
}
