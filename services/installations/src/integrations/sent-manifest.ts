import type { IssueInput } from '@writ/problems';
import { readManifest, type Manifest, type ManifestFault } from '@writ/installation';
import type { Providers } from '@writ/providers';
import { hinted } from '../hint.ts';

const mostBytes = 1024 * 1024;

/** In JSON, line ends and quotes get a backslash. */
export const manifestBodyBytes = 2 * mostBytes;

type Sent = { readonly sourceYaml?: string | undefined };

/** Reads a body's manifest once, in the rule: reading may take long. */
export function sentManifests({ all }: Pick<Providers, 'all'>) {
  const providers = all.map(({ declaration }) => declaration.name);
  const manifests = new WeakMap<object, Manifest>();
  return {
    /** Every error in `sourceYaml`. `place`: JSON Pointer of its object. */
    rule: async (sent: Sent, place = ''): Promise<readonly IssueInput[]> => {
      const { sourceYaml = '' } = sent;
      if (sourceYaml === '') return [];
      const bytes = Buffer.byteLength(sourceYaml);
      if (bytes > mostBytes) return [tooLong(bytes, place)];
      const read = await readManifest(sourceYaml, { providers });
      if ('faults' in read) return read.faults.map((fault, at) => toIssue(hinted(fault, at), place));
      manifests.set(sent, read.manifest);
      return [];
    },
    /** The object must have passed the rule. */
    of: (sent: object): Manifest => {
      const manifest = manifests.get(sent);
      if (!manifest) throw new Error('the manifest of a checked body is gone');
      return manifest;
    },
    /** Undefined if the object has not passed the rule. */
    find: (sent: object | undefined): Manifest | undefined => sent && manifests.get(sent),
  };
}

const tooLong = (bytes: number, place: string): IssueInput => ({
  in: 'body',
  name: `${place}/sourceYaml`,
  detail: `The manifest has ${bytes} bytes; the limit is ${mostBytes}.`,
  remedy: 'Spread its integrations over several manifests, and send one after the other.',
});

const toIssue = ({ line, at, detail, value }: ManifestFault, place: string): IssueInput => ({
  in: 'body',
  name: `${place}/sourceYaml`,
  detail: `Line ${line}: ${detail}`,
  ...(value !== undefined && { value }),
  context: { line, path: at },
});
