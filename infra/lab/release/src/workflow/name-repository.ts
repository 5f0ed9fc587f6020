/**
 * Adds repository and folder, without which npm refuses provenance.
 * @param url such as https://github.com/owner/name
 */
export const inRepository = (manifest: string, url: string, directory: string): string =>
  `${JSON.stringify(
    { ...(JSON.parse(manifest) as object), repository: { type: 'git', url: `git+${url}.git`, directory } },
    undefined,
    2,
  )}\n`;
