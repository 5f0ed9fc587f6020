import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeRelease, type ReleaseOptions } from './make-release.ts';
import { sectionOf } from './release-files.ts';

const checkout = join(import.meta.dirname, '../../../../..');
const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
const manifests = ['package.json', 'packages/sdk/package.json', 'infra/lab/release/package.json'];
let root: string;

const git = (...words: string[]): string =>
  execFileSync('git', [...identity, ...words], { cwd: root, encoding: 'utf8' }).trim();

/** With this checkout's manifests and changelog: a source archive has no history to clone. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'writ-release-'));
  for (const file of ['CHANGELOG.md', ...manifests])
    await cp(join(checkout, file), join(root, file), { recursive: true });
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  await writeFile(join(root, 'CHANGELOG.md'), changelog.replace('## Unreleased', '## Unreleased\n\n- New.'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 't');
  git('config', 'user.email', 't@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rm(root, { recursive: true }));

const release = async (more: Partial<ReleaseOptions> = {}) => {
  const lines: string[] = [];
  await makeRelease({
    root,
    asked: '99.0.0',
    day: '2026-12-01',
    isDryRun: false,
    generate: (version) => writeFile(join(root, 'generated'), version),
    tell: (line) => void lines.push(line),
    ...more,
  });
  return lines;
};

test('a release is one commit with the version everywhere, and its tag', async () => {
  await release();
  expect(git('status', '--porcelain')).toBe('');
  expect(git('describe', '--exact-match')).toBe('v99.0.0');
  expect(git('show', '--name-only', '--format=%s').split('\n').filter(Boolean).toSorted()).toEqual(
    ['CHANGELOG.md', 'Release 99.0.0', 'generated', ...manifests].toSorted(),
  );
  for (const file of manifests)
    expect(await readFile(join(root, file), 'utf8')).toContain('"version": "99.0.0"');
  expect(sectionOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), '99.0.0')).toContain('- New.');
  await expect(release()).rejects.toThrow('99.0.0 is not above 99.0.0');
});

test('a dry run names the files and changes none', async () => {
  const lines = await release({ isDryRun: true });
  expect(lines.join('\n')).toContain(manifests.toSorted().join(', '));
  expect([git('status', '--porcelain'), git('tag')]).toEqual(['', '']);
});

test.each<[string, () => unknown, string]>([
  ['another branch', () => git('switch', '--quiet', '--create', 'other'), 'The branch is other.'],
  ['changes', () => writeFile(join(root, 'new'), ''), 'The checkout has changes.'],
  ['the tag', () => git('tag', 'v99.0.0'), 'The tag v99.0.0 exists.'],
])('%s is refused before anything is changed', async (_, prepare, message) => {
  await prepare();
  const before = git('status', '--porcelain');
  await expect(release()).rejects.toThrow(message);
  expect(git('status', '--porcelain')).toBe(before);
});
