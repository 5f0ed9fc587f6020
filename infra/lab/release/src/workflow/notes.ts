import { sectionOf } from '../version/release-files.ts';

/**
 * The release's section of the changelog.
 * @throws if the tag is not the version's, or there is no section
 */
export function notesOf(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, the version ${version}. Make releases by \`npm run release\`.`);
  const notes = sectionOf(changelog, version);
  if (notes === '')
    throw new Error(`CHANGELOG.md has no section for ${version}. Make releases by \`npm run release\`.`);
  return notes;
}
