/**
 * A manifest with the repository that builds it and the package's folder in it: npm refuses provenance without.
 * @param url as https://github.com/owner/name
 */
export const inRepository = (manifest: string, url: string, directory: string): string =>
  `${JSON.stringify(
    { ...(JSON.parse(manifest) as object), repository: { type: 'git', url: `git+${url}.git`, directory } },
    undefined,
    2,
  )}\n`;
