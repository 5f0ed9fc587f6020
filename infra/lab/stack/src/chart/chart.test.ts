import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Variables } from '@writ/service-kit';
import { load } from 'js-yaml';
import { checkout, serviceNames } from '../programs.ts';
import { manifestErrors } from '../testing/manifest-errors.ts';
import {
  sets,
  setFile,
  withHelm,
  helm,
  renderWith,
  manifests,
  nameOf,
  podsOf,
  envOf,
} from '../testing/rendered-chart.ts';
import { chartFolder, chartPrograms, programsFile } from './chart-programs.ts';

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
