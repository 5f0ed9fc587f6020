import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { CORE_SCHEMA, load } from 'js-yaml';
import { edgeSettings, fillIn, serversVariable } from '../edge/edge-configuration.ts';
import { checkout, serviceNames } from '../programs.ts';
import {
  sets,
  namespace,
  withHelm,
  manifests,
  all,
  nameOf,
  component,
  podsOf,
  containerOf,
  envOf,
} from '../testing/rendered-chart.ts';

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
  // The chart's objects do not exist before the first installation.
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
