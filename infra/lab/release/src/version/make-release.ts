import { execFile } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nextVersion, releasedChangelog, withVersion, type Version } from './release-files.ts';

const run = promisify(execFile);
const changelogFile = 'CHANGELOG.md';
const chartFile = 'infra/helm/writ/Chart.yaml';

export type ReleaseOptions = {
  /** Everything must be committed. */
  root: string;
  /** A version, or major, minor or patch. */
  asked: string;
  /** Such as 2026-11-30. */
  day: string;
  isDryRun: boolean;
  /** Generates files, and stores the release's API and data. */
  generate: (version: Version) => Promise<void>;
  tell: (line: string) => void;
};

/**
 * Commits and tags the version on a clean `main`. Pushes nothing.
 * @throws before the first change, if the checkout is not ready; a later error leaves changed files for `git diff`
 */
export async function makeRelease(options: ReleaseOptions): Promise<Version> {
  const { root, tell } = options;
  const git = async (...words: string[]): Promise<string> =>
    (await run('git', words, { cwd: root })).stdout.trim();
  const present = (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: Version })
    .version;
  const version = nextVersion(present, options.asked);
  await mustBeReady(git, version);
  const files = await changedFiles(options, { present, version }, await git('ls-files', '*package.json'));
  tell(`${present} becomes ${version} in ${files.size} files: ${[...files.keys()].join(', ')}.`);
  if (options.isDryRun) {
    tell(`Then API and data would be kept, and a commit made with the tag v${version}. Nothing was changed.`);
    return version;
  }
  for (const [file, text] of files) await writeFile(join(root, file), text);
  await options.generate(version);
  await git('add', '--all');
  await git('commit', '--quiet', '--message', `Release ${version}`);
  await git('tag', '--annotate', `v${version}`, '--message', `Writ ${version}`);
  tell(`The commit has the tag v${version}. Publish it: git push --atomic origin main v${version}`);
  return version;
}

async function mustBeReady(git: (...words: string[]) => Promise<string>, version: Version): Promise<void> {
  const branch = await git('branch', '--show-current');
  if (branch !== 'main') throw new Error(`The branch is ${branch || 'none'}. Switch to main.`);
  const changes = await git('status', '--porcelain');
  if (changes !== '') throw new Error(`The checkout has changes. Commit or remove them:\n${changes}`);
  if ((await git('tag', '--list', `v${version}`)) !== '')
    throw new Error(
      `The tag v${version} exists. Choose a later version, or delete the tag if it was never pushed.`,
    );
}

async function changedFiles(
  { root, day }: ReleaseOptions,
  { present, version }: Readonly<Record<'present' | 'version', Version>>,
  manifests: string,
): Promise<ReadonlyMap<string, string>> {
  const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
  const files = new Map([[changelogFile, releasedChangelog(await read(changelogFile), version, day)]]);
  const hasChart = await access(join(root, chartFile)).then(
    () => true,
    () => false,
  );
  for (const file of [...manifests.split('\n'), ...(hasChart ? [chartFile] : [])])
    files.set(file, withVersion(file, await read(file), present, version));
  return files;
}
