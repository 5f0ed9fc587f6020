import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { secretFileVariable, type Variables } from '@writ/service-kit';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { checkout, serviceNames } from './programs.ts';

type Compose = {
  services: Record<string, { environment?: Record<string, string | null>; secrets?: string[] }>;
  secrets: Record<string, { file: string }>;
};
const read = async (name: string) =>
  load(await readFile(join(checkout, name), 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose;
const base = await read('docker-compose.yml');
const { services, secrets } = await read('infra/compose.secrets.yml');

/** Read by Postgres's image, and by `prepare.main.ts` at import. */
const ofOthers = {
  postgres: ['POSTGRES_PASSWORD'],
  prepare: ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'ENCRYPTION_KEYS'],
};

async function secretsIn(service: string): Promise<string[]> {
  const path = join(checkout, 'services', service, 'src/config.ts');
  const { variables } = (await import(path)) as { variables: Variables };
  return Object.keys(variables).filter((name) => variables[name]?.secret);
}

const declared = new Map([
  ...Object.entries(ofOthers),
  ...(await Promise.all(serviceNames.map(async (name) => [name, await secretsIn(name)] as const))),
]);

test('no other container gets secrets from files', () => {
  expect(Object.keys(services).sort()).toEqual([...declared.keys()].sort());
});

test.each([...declared])('%s gets each of its secrets from a file, and no value beside it', (name, own) => {
  const { environment = {}, secrets: mounted = [] } = services[name] ?? {};
  const below = base.services[name]?.environment ?? {};
  const files = own.map((secret) => [secretFileVariable(secret), `/run/secrets/${secret}`] as const);
  const emptied = own.filter((secret) => below[secret] !== null).map((secret) => [secret, ''] as const);

  expect([...mounted].sort()).toEqual([...own].sort());
  const given = Object.entries(environment).map(([variable, value]) => [
    variable,
    value?.replace(/^\$\{(\w+):\+(.*)\}$/, (_, condition: string, path: string) =>
      condition === variable ? path : '',
    ),
  ]);
  expect(Object.fromEntries(given)).toEqual(Object.fromEntries([...files, ...emptied]));
});

test('the file of each secret is that of .env; only one whose value has a default must be named', () => {
  expect(Object.keys(secrets).sort()).toEqual([...new Set([...declared.values()].flat())].sort());
  for (const [name, { file }] of Object.entries(secrets)) {
    const isOptional = Object.values(base.services).every(({ environment }) => !environment?.[name]);
    const variable = secretFileVariable(name);
    if (isOptional) expect(file).toBe(`\${${variable}:-/dev/null}`);
    else expect(file).toMatch(new RegExp(`^\\$\\{${variable}:\\?.+\\}$`));
  }
});
