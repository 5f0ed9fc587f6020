import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Variables } from '@writ/service-kit';
import { CORE_SCHEMA, dump, load, loadAll } from 'js-yaml';
import { edgeSettings, fillIn, serversVariable } from '../edge/edge-configuration.ts';
import { checkout, serviceNames } from '../programs.ts';
import { hasProgram } from '../testing/has-program.ts';
import { manifestErrors, type Manifest } from '../testing/manifest-errors.ts';
import { chartFolder, chartPrograms, programsFile } from './chart-programs.ts';

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

const sets = ['smallest', 'everything', 'external-secrets'] as const;
const setFile = (name: string): string => join(chartFolder, 'ci', `${name}-values.yaml`);
const namespace = 'crm';

const hasHelm = await hasProgram('helm', 'version');
/** Helm is a Go program that Debian lacks: CONTRIBUTING.md says how to get it. */
const withHelm = hasHelm ? test : test.skip;

const helm = (...args: string[]) =>
  promisify(execFile)('helm', args, {
    env: { PATH: process.env['PATH'], HOME: tmpdir() },
    maxBuffer: 2 ** 24,
  });

async function render(...files: string[]): Promise<Rendered[]> {
  const values = files.flatMap((file) => ['--values', file]);
  const options = ['--namespace', namespace, '--kube-version', '1.34.0'];
  const { stdout } = await helm('template', 'writ', chartFolder, ...options, ...values);
  return (loadAll(stdout, { schema: CORE_SCHEMA }) as (Rendered | null)[]).filter(
    (manifest) => manifest !== null,
  );
}

/** Renders the smallest set, and `values` over it. */
async function renderWith(values: object): Promise<Rendered[]> {
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
const manifests = (name: (typeof sets)[number], ...kinds: string[]): Rendered[] =>
  (rendered.get(name) ?? []).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
const all = (...kinds: string[]): Rendered[] => sets.flatMap((name) => manifests(name, ...kinds));
const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
const component = ({ metadata }: Manifest): string => metadata.labels['app.kubernetes.io/component'] ?? '';
/** What makes the pods of a program. */
const podsOf = (list: readonly Rendered[], name: string): Rendered =>
  list.find((manifest) => ['Deployment', 'Job'].includes(manifest.kind) && component(manifest) === name)!;
const containerOf = ({ spec }: Rendered): Container => spec.template.spec.containers[0];
const envOf = (manifest: Rendered): Record<string, string | undefined> =>
  Object.fromEntries(containerOf(manifest).env.map(({ name, value }) => [name, value]));

test('the chart knows the variables that its programs read (write-programs.main.ts writes them)', async () => {
  expect(JSON.parse(await readFile(programsFile, 'utf8'))).toEqual(await chartPrograms());
});

test('the chart has the version of the product, and the files of the containers', async () => {
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    version: string;
  };
  const chart = load(await readFile(join(chartFolder, 'Chart.yaml'), 'utf8'));
  expect(chart).toMatchObject({ version, appVersion: version });
  for (const [link, path] of [
    ['edge', 'infra/edge'],
    ['rules.yml', 'infra/observability/rules.yml'],
    ['dashboards', 'infra/observability/dashboards'],
  ] as const)
    expect(await realpath(join(chartFolder, 'files', link))).toBe(join(await realpath(checkout), path));
});

withHelm.each([...sets])('helm accepts the chart with the values %s', async (name) => {
  await expect(helm('lint', '--strict', chartFolder, '--values', setFile(name))).resolves.toBeDefined();
});

withHelm.each([...sets])('Kubernetes knows every field of the manifests of %s', async (name) => {
  const errors = await Promise.all(manifests(name).map(manifestErrors));
  expect(errors.flat()).toEqual([]);
  expect(new Set(manifests(name).map(nameOf)).size).toBe(manifests(name).length);
});

withHelm('each program gets every variable that it reads, and no other', async () => {
  const programs = Object.entries(await chartPrograms());
  const variables = programs.flatMap(([, program]) => program.variables);
  const secrets = programs.flatMap(([, program]) => program.secrets);
  const shared = await renderWith({
    env: Object.fromEntries(variables.map((name) => [name, 'changed'])),
    secrets: Object.fromEntries(secrets.map((name) => [name, {}])),
  });
  for (const [name, program] of programs) {
    const env = envOf(podsOf(shared, name));
    const changed = Object.keys(env).filter((variable) => env[variable] === 'changed');
    expect([name, changed.sort()]).toEqual([name, program.variables]);
    const files = Object.keys(env).filter((variable) => variable.endsWith('_FILE'));
    const own = program.variables.filter((variable) => variable.endsWith('_FILE'));
    expect([name, files.sort()]).toEqual([
      name,
      [...program.secrets.map((secret) => `${secret}_FILE`), ...own].sort(),
    ]);
    const others = Object.keys(env).filter((variable) => ![...changed, ...files].includes(variable));
    const given = name === 'edge' ? /^(?:NGINX_.+|EDGE_.+|.+_SERVERS)$/ : /^(?:METRICS_PORT|\w+_PORT)$/;
    expect([name, others.filter((variable) => !given.test(variable))]).toEqual([name, []]);
  }
});

withHelm.each([...serviceNames])('%s accepts the values that the chart gives it', async (name) => {
  const { variables } = (await import(join(checkout, 'services', name, 'src/config.ts'))) as {
    variables: Variables;
  };
  const deployment = podsOf(manifests('smallest'), name);
  for (const [variable, value = ''] of Object.entries(envOf(deployment)))
    if (variables[variable])
      expect([variable, variables[variable].parse(value)]).toEqual([
        variable,
        { value: expect.anything() as unknown },
      ]);
});

withHelm('numbers reach programs as they are written, and a service may have a value of its own', () => {
  const of = (name: string) => envOf(podsOf(manifests('everything'), name));
  expect(of('write-gateway')).toMatchObject({
    WRITE_MAX_UNFINISHED: '2000000',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    DATABASE_POOL_SIZE: '20',
  });
  expect(of('write-worker')).toMatchObject({ DATABASE_POOL_SIZE: '40', WRITE_GATHER: 'off' });
});

withHelm('errors in values are listed together', async () => {
  const failed = renderWith({
    image: { prefix: '' },
    env: { DATABASE_URL: 'postgresql://a', KAFKA_BROKERS: '', WRITE_MAX_UNFINISHD: 5 },
    services: { operations: { env: { WRITE_GATHER: 'off' } } },
    secrets: { REDIS_URL: null, PASSWORD: {} },
  });
  for (const message of [
    'image.prefix is missing. ',
    'env.KAFKA_BROKERS is missing. ',
    'secrets.REDIS_URL is missing. ',
    'secrets.PASSWORD is no secret of Writ. ',
    'env.DATABASE_URL is a secret. ',
    'env.WRITE_MAX_UNFINISHD is read by no ',
    'services.operations.env.WRITE_GATHER is read by no ',
  ])
    await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(`\n  ${message}`) });
});

withHelm('each container is one that a restricted namespace admits', () => {
  const pods = all('Deployment', 'Job');
  expect(new Set(pods.map(component))).toEqual(new Set([...serviceNames, 'edge', 'migration']));
  for (const manifest of pods) {
    const { spec } = manifest.spec.template;
    expect([nameOf(manifest), spec]).toEqual([
      nameOf(manifest),
      expect.objectContaining({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: expect.objectContaining({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        }),
      }),
    ]);
    expect(containerOf(manifest).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

withHelm('every pod leaves time to finish work, and has its budget', () => {
  for (const name of sets) {
    const budgets = manifests(name, 'PodDisruptionBudget').map(({ spec }) => spec['selector']);
    const deployments = manifests(name, 'Deployment');
    expect(budgets).toHaveLength(deployments.length);
    for (const { spec } of deployments) {
      expect(spec.template.spec).toMatchObject({ terminationGracePeriodSeconds: 45 });
      expect(budgets).toContainEqual(spec['selector']);
      expect(spec.template.metadata.labels).toMatchObject(
        (spec['selector'] as { matchLabels: object }).matchLabels,
      );
    }
  }
});

withHelm('a failed migration stops the installation or upgrade before anything else changes', () => {
  const hooks = all().filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
  expect(hooks.map(component)).toEqual(hooks.map(() => 'migration'));
  expect(new Set(hooks.map(({ metadata }) => metadata.annotations?.['helm.sh/hook']))).toEqual(
    new Set(['pre-install,pre-upgrade']),
  );
  expect(manifests('smallest', 'Job')).toEqual([hooks.find(({ kind }) => kind === 'Job')]);
  // Objects of the chart do not exist before the first installation.
  expect(manifests('smallest', 'Job')[0]?.spec.template.spec).toMatchObject({
    serviceAccountName: 'default',
  });
});

withHelm('the edge finds each service by its name and port', async () => {
  const edge = podsOf(manifests('smallest'), 'edge');
  const env = envOf(edge) as Record<string, string>;
  for (const name of ['operations', 'installations', 'notification', 'write-gateway']) {
    const service = manifests('smallest', 'Service').find((manifest) => component(manifest) === name)!;
    const deployment = podsOf(manifests('smallest'), name);
    const port = containerOf(deployment).ports?.find((candidate) => candidate.name === 'http')?.containerPort;
    const address = `${service.metadata.name}.${namespace}.svc.cluster.local:${port ?? ''}`;
    expect(env[serversVariable(name)]).toBe(`server ${address} resolve max_fails=0;`);
    expect(service.spec).toMatchObject({ clusterIP: 'None' });
  }
  const files = manifests('smallest', 'ConfigMap')[0]?.data ?? {};
  for (const [file, text] of Object.entries(files))
    expect(text).toBe(await readFile(join(checkout, 'infra/edge', file), 'utf8'));
  const settings = await edgeSettings({ ...env, NGINX_LOCAL_RESOLVERS: '10.96.0.10' });
  expect(fillIn(files['nginx.conf.template'] ?? '', { ...env, ...settings })).toContain(
    '\nresolver 10.96.0.10 valid=2s;\n',
  );
});

withHelm('only the notification service may reach every port, and the operations service only stores', () => {
  const egress = (name: string) =>
    manifests('everything', 'NetworkPolicy').find((manifest) => component(manifest) === name)!.spec[
      'egress'
    ] as { ports?: { port: number }[]; to?: { ipBlock?: { cidr: string } }[] }[];
  const ports = (name: string) =>
    egress(name)
      .filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0'))
      .map((rule) => rule.ports?.map(({ port }) => port));
  expect(
    Object.fromEntries([...serviceNames, 'edge', 'migration'].map((name) => [name, ports(name)])),
  ).toEqual({
    installations: [[443]],
    operations: [],
    notification: [undefined],
    'write-worker': [[443]],
    'write-gateway': [[443]],
    edge: [],
    migration: [],
  });
});

withHelm('alert rules and dashboards are those of infra/observability', async () => {
  const folder = join(checkout, 'infra/observability');
  const rules = await readFile(join(folder, 'rules.yml'), 'utf8');
  const prefix = 'https://git.example.com/writ/blob/v1.2.3/';
  expect(manifests('everything', 'PrometheusRule')[0]?.spec).toEqual(
    load(rules.replaceAll('docs/runbooks.md#', `${prefix}docs/runbooks.md#`), { schema: CORE_SCHEMA }),
  );
  const dashboards = manifests('everything', 'ConfigMap').filter(
    (manifest) => component(manifest) === 'monitoring',
  );
  expect(dashboards).toHaveLength(5);
  for (const { data = {} } of dashboards)
    for (const [name, text] of Object.entries(data))
      expect(text).toBe(await readFile(join(folder, 'dashboards', name.replace(/^writ-/, '')), 'utf8'));
});

withHelm('what scales is a deployment, by work that waits where KEDA is there', () => {
  const replicated = (name: (typeof sets)[number]) =>
    manifests(name, 'Deployment')
      .filter(({ spec }) => spec['replicas'] === undefined)
      .map(({ metadata }) => metadata.name)
      .sort();
  const scaled = (name: (typeof sets)[number], kind: string) =>
    manifests(name, kind)
      .map(({ spec }) => (spec['scaleTargetRef'] as { name: string }).name)
      .sort();
  expect(scaled('everything', 'HorizontalPodAutoscaler')).toEqual(replicated('everything'));
  expect(scaled('everything', 'HorizontalPodAutoscaler')).not.toContain('crm-operations');
  expect(scaled('external-secrets', 'ScaledObject')).toEqual(['writ-notification', 'writ-write-worker']);
  expect(replicated('external-secrets')).toEqual(['writ-notification', 'writ-write-worker']);
});
