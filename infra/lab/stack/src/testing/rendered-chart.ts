import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@jest/globals';
import { CORE_SCHEMA, dump, loadAll } from 'js-yaml';
import { chartFolder } from '../chart/chart-programs.ts';
import { commandFor } from './command-for.ts';
import type { Manifest } from './manifest-errors.ts';

type Container = {
  name: string;
  image: string;
  env: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
};
type Pod = {
  metadata: { labels: Record<string, string> };
  spec: { securityContext: object; automountServiceAccountToken: boolean; containers: [Container] };
};
type Rendered = Manifest & {
  data?: Record<string, string>;
  spec: Record<string, unknown> & { template: Pod };
};

export const sets = ['smallest', 'everything', 'external-secrets'] as const;
export const setFile = (name: string): string => join(chartFolder, 'ci', `${name}-values.yaml`);
export const namespace = 'crm';

const hasHelm = (await commandFor('the chart', [['helm']])) !== undefined;
export const withHelm = hasHelm ? test : test.skip;

export const helm = (...args: string[]) => promisify(execFile)('helm', args, { maxBuffer: 2 ** 24 });

async function render(...files: string[]): Promise<Rendered[]> {
  const values = files.flatMap((file) => ['--values', file]);
  const options = ['--namespace', namespace, '--kube-version', '1.34.0'];
  const { stdout } = await helm('template', 'writ', chartFolder, ...options, ...values);
  return (loadAll(stdout, { schema: CORE_SCHEMA }) as (Rendered | null)[]).filter(
    (manifest) => manifest !== null,
  );
}

/** The smallest values, overridden by `values`. */
export async function renderWith(values: object): Promise<Rendered[]> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-chart-'));
  try {
    const file = join(folder, 'values.yaml');
    await writeFile(file, dump(values));
    return await render(setFile('smallest'), file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const rendered = new Map(
  hasHelm ? await Promise.all(sets.map(async (name) => [name, await render(setFile(name))] as const)) : [],
);
export const manifests = (name: (typeof sets)[number], ...kinds: string[]): Rendered[] =>
  (rendered.get(name) ?? []).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
export const all = (...kinds: string[]): Rendered[] => sets.flatMap((name) => manifests(name, ...kinds));
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
export const component = ({ metadata }: Manifest): string =>
  metadata.labels['app.kubernetes.io/component'] ?? '';
/** The workload of a program. */
export const podsOf = (list: readonly Rendered[], name: string): Rendered =>
  list.find((manifest) => ['Deployment', 'Job'].includes(manifest.kind) && component(manifest) === name)!;
export const containerOf = ({ spec }: Rendered): Container => spec.template.spec.containers[0];
export const envOf = (manifest: Rendered): Record<string, string | undefined> =>
  Object.fromEntries(containerOf(manifest).env.map(({ name, value }) => [name, value]));
