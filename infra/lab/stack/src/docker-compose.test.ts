import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Variables } from '@writ/service-kit';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { checkout, nodeFlags, programs, serviceNames } from './programs.ts';

type ComposeService = {
  command?: string[];
  build?: { dockerfile: string; args: { SERVICE: string; MAIN?: string } };
  environment?: Record<string, string | number>;
  ports?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
  volumes?: string[];
};

const composeFile = join(checkout, 'docker-compose.yml');
const text = await readFile(composeFile, 'utf8');
const { services, volumes } = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};

const variablesOf = async (service: string) =>
  ((await import(join(checkout, 'services', service, 'src/config.ts'))) as { variables: Variables })
    .variables;

/** What a container gets when the one who starts it sets nothing. */
function givenTo(service: string): Record<string, string> {
  const entries = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      String(value).replace(/\$\{\w+(?::-([^}]*))?\}/g, (_, fallback?: string) => fallback ?? ''),
    ]),
  );
}

test('every service of the workspace has a container', async () => {
  const folders = (await readdir(join(checkout, 'services'))).filter((name) => name !== 'all-in-one');
  expect([...serviceNames].sort()).toEqual(folders.sort());
  for (const name of serviceNames) expect(services[name]?.build?.args).toEqual({ SERVICE: name });
});

test('every built container begins in a file that exists', async () => {
  for (const { build } of Object.values(services)) {
    if (!build) continue;
    const main = build.args.MAIN ?? `services/${build.args.SERVICE}/src/main.ts`;
    await expect(readFile(join(checkout, main), 'utf8')).resolves.toBeTruthy();
  }
});

test('Node is told in the images what it is told in the stack', async () => {
  const dockerfile = await readFile(join(checkout, 'infra/Dockerfile'), 'utf8');
  expect(dockerfile).toContain(`ENV NODE_FLAGS="${nodeFlags.join(' ')}"`);
});

test.each([...serviceNames])('the variables of %s are those that its code declares', async (service) => {
  const variables = await variablesOf(service);
  const given = givenTo(service);
  expect(Object.keys(given).filter((name) => !(name in variables))).toEqual([]);
  for (const [name, variable] of Object.entries(variables)) {
    const value = given[name] ?? '';
    // The entry point of the image supplies the keys.
    if (name === 'ENCRYPTION_KEYS') continue;
    if (value === '')
      expect([name, variable.optional ?? variable.fallback]).toEqual([name, expect.anything()]);
    else expect([name, variable.parse(value)]).toEqual([name, { value: expect.anything() as unknown }]);
  }
});

test.each([...serviceNames])(
  'the port of %s is the one its code takes unless told otherwise',
  async (service) => {
    const { portVariable, readyPath } = programs[service];
    const port = givenTo(service)[portVariable];
    expect(port).toBe((await variablesOf(service))[portVariable]?.fallback);
    expect(services[service]?.healthcheck?.test.at(-1)).toBe(`http://127.0.0.1:${port ?? ''}${readyPath}`);
  },
);

test('the edge finds the management services at their ports', () => {
  for (const service of ['operations', 'installations', 'notification'] as const) {
    const port = givenTo(service)[programs[service].portVariable] ?? '';
    expect(givenTo('edge')[`${service.toUpperCase()}_ADDRESS`]).toBe(`${service}:${port}`);
    expect(Object.keys(services['edge']?.depends_on ?? {})).toContain(service);
  }
});

test('only the three public addresses are published, on the loopback address unless told otherwise', () => {
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, port]),
  );
  expect(Object.fromEntries(published)).toEqual({
    edge: '${BIND_ADDRESS:-127.0.0.1}:${MANAGEMENT_PORT:-8080}:8080',
    'write-gateway': '${BIND_ADDRESS:-127.0.0.1}:${WRITE_PORT:-8081}:8081',
    sandbox: '${BIND_ADDRESS:-127.0.0.1}:${SANDBOX_PORT:-8082}:8082',
  });
});

test('Redis never evicts and keeps an append-only file; every server keeps its data in a volume', () => {
  expect(services['redis']?.command?.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction');
  expect(Object.keys(volumes)).toEqual(['postgres', 'redis', 'kafka', 'secrets']);
});

test('what a container waits for, and each volume that it mounts, is in the file', () => {
  for (const { depends_on = {}, volumes: mounts = [] } of Object.values(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    const named = mounts.map((mount) => mount.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
  }
});
