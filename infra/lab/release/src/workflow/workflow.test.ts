import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { productVersion } from '@writ/service-kit';
import { load } from 'js-yaml';
import type { Image } from './images.ts';
import { inRepository } from './name-repository.ts';
import { notesOf } from './notes.ts';

const checkout = join(import.meta.dirname, '../../../../..');
type Step = { uses?: string; run?: string };
type Workflow = {
  on: object;
  jobs: Readonly<Record<string, { needs?: string[]; uses?: string; steps?: Step[] }>>;
};

const workflow = async (name: string): Promise<Workflow> =>
  load(await readFile(join(checkout, '.github/workflows', name), 'utf8')) as Workflow;

test('the workflows are read as YAML, and every job, script and workflow that one names is there', async () => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: object };
  const named: string[] = [];
  for await (const name of glob('*.yml', { cwd: join(checkout, '.github/workflows') })) {
    const { jobs } = await workflow(name);
    for (const { needs = [], uses, steps = [] } of Object.values(jobs)) {
      expect(Object.keys(jobs)).toEqual(expect.arrayContaining([...needs]));
      named.push(...(uses === undefined ? [] : [uses]));
      for (const { run = '' } of steps) {
        named.push(...[...run.matchAll(/node (\S+\.ts)/g)].map(([, file = '']) => file));
        for (const [, script] of run.matchAll(/npm run ([\w:-]+)/g))
          expect(Object.keys(scripts)).toContain(script);
      }
    }
  }
  expect(named.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
  expect(named.length).toBeGreaterThan(3);
});

test('templates of issues have what GitHub asks for', async () => {
  let read = 0;
  for await (const name of glob('ISSUE_TEMPLATE/[!c]*.yml', { cwd: join(checkout, '.github') })) {
    const template = load(await readFile(join(checkout, '.github', name), 'utf8'));
    expect(template).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const { body } = template as { body: { type: string; id: string; attributes: { label: string } }[] };
    for (const { id, attributes } of body)
      expect([id, attributes.label]).toEqual([expect.any(String), expect.any(String)]);
    read += 1;
  }
  expect(read).toBeGreaterThan(1);
});

test('every action has a version', async () => {
  const { jobs } = await workflow('release.yml');
  const actions = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@v\d+(\.\d+\.\d+)?$/.test(action))).toEqual([]);
  expect(actions.length).toBeGreaterThan(5);
});

test('the matrix has every image that production runs, under the names that it asks for', async () => {
  const main = join(import.meta.dirname, 'images.main.ts');
  const printed = execFileSync(process.execPath, [main, 'ghcr.io/Owner/writ'], { encoding: 'utf8' });
  const { include } = JSON.parse(printed) as { include: Image[] };
  const text = await readFile(join(checkout, 'infra/compose.prod.yml'), 'utf8');
  const asked = [...text.matchAll(/image: \$\{WRIT_IMAGES[^}]*\}-([a-z-]+):/g)].map(([, name]) => name);
  expect(include.map(({ name }) => name).toSorted()).toEqual(
    [...asked, 'sandbox'].map((name) => `ghcr.io/owner/writ-${name}`).toSorted(),
  );
  for (const { tags, name, file, buildArgs } of include) {
    expect(tags.split('\n')[0]).toBe(`${name}:${productVersion}`);
    expect(existsSync(join(checkout, file))).toBe(true);
    expect(buildArgs).toMatch(/^SERVICE=[a-z-]+/);
  }
});

test('notes are the section of the changelog; another tag, or no section, ends the workflow', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- A.\n\n## 0.1.0 (2026-11-01)\n\n- B.\n';
  expect(notesOf('v0.2.0', '0.2.0', changelog)).toBe('- A.');
  expect(() => notesOf('v0.2.1', '0.2.0', changelog)).toThrow('The tag is v0.2.1, the version 0.2.0.');
  expect(() => notesOf('v0.3.0', '0.3.0', changelog)).toThrow('CHANGELOG.md has no section for 0.3.0.');
});

test('a manifest names its repository, and keeps the rest', () => {
  const manifest = readFileSync(join(checkout, 'packages/sdk/package.json'), 'utf8');
  const named = JSON.parse(inRepository(manifest, 'https://github.com/o/writ', 'packages/sdk')) as object;
  expect(named).toEqual({
    ...(JSON.parse(manifest) as object),
    repository: { type: 'git', url: 'git+https://github.com/o/writ.git', directory: 'packages/sdk' },
  });
});
