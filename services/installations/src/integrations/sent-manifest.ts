import { isJsonObject } from '@writ/contracts';
import type { IssueInput } from '@writ/http-kit';
import { readManifest, type Manifest, type ManifestFault } from '@writ/installation';
import type { Providers } from '@writ/providers';
import { hinted } from '../hint.ts';

/** A manifest takes this much at most (Contract §5). */
const mostBytes = 1024 * 1024;

/** A body that holds one as a JSON text may be larger: its lines' ends and quotes stand there with a backslash. */
export const manifestBodyBytes = 2 * mostBytes;

/** Reads the manifests of an endpoint's bodies once: when they are checked. To read one may take long. */
export function sentManifests({ all }: Pick<Providers, 'all'>) {
  const providers = all.map(({ declaration }) => declaration.name);
  const manifests = new WeakMap<object, Manifest>();
  return {
    /**
     * Every fault of the manifest in `sourceYaml` of an object; one that has none can be had from then on.
     * @param place where the object stands in the body: a JSON Pointer
     */
    rule: async (sent: unknown, place = ''): Promise<readonly IssueInput[]> => {
      if (!isJsonObject(sent) || typeof sent['sourceYaml'] !== 'string' || sent['sourceYaml'] === '')
        return [];
      const bytes = Buffer.byteLength(sent['sourceYaml']);
      if (bytes > mostBytes) return [tooLong(bytes, place)];
      const read = await readManifest(sent['sourceYaml'], { providers });
      if ('faults' in read) return read.faults.map((fault, at) => toIssue(hinted(fault, at), place));
      manifests.set(sent, read.manifest);
      return [];
    },
    /** The manifest of an object that the rule has passed. */
    of: (sent: object): Manifest => {
      const manifest = manifests.get(sent);
      if (!manifest) throw new Error('the manifest of a checked body is gone');
      return manifest;
    },
    /** The same; undefined where the rule has not passed it. */
    find: (sent: unknown): Manifest | undefined => (isJsonObject(sent) ? manifests.get(sent) : undefined),
  };
}

const tooLong = (bytes: number, place: string): IssueInput => ({
  in: 'body',
  name: `${place}/sourceYaml`,
  detail: `The manifest has ${bytes} bytes; it has ${mostBytes} at most.`,
  remedy: 'Spread its integrations over several manifests, and send one after the other.',
});

/** An issue of the member that holds the manifest; it tells the fault's line, counted from 1. */
const toIssue = ({ line, at, detail, value }: ManifestFault, place: string): IssueInput => ({
  in: 'body',
  name: `${place}/sourceYaml`,
  detail: `Line ${line}: ${detail}`,
  ...(value !== undefined && { value }),
  context: { line, path: at },
});
