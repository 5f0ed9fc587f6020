import { execFile } from 'node:child_process';
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { providerPageVariables, providerUrlVariables } from '@writ/providers';
import type { Variables } from '@writ/service-kit';
import { CORE_SCHEMA, defineScalarTag, load, mergeTag } from 'js-yaml';
import { edgeSettings, fillIn, serversVariable } from './edge/edge-configuration.ts';
import { checkout, leanFlags, programs, serviceNames } from './programs.ts';

type Environment = Readonly<Record<string, string>>;

type ComposeService = {
  command?: string[];
  image?: string;
  profiles?: string[];
  scale?: string;
  build?: { dockerfile: string; args: { SERVICE: string; MAIN?: string; NODE_FLAGS?: string } } | null;
  environment?: Record<string, string | number | null>;
  mem_limit?: string;
  logging?: { options: Record<string, string> };
  ports?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
  volumes?: string[];
};

/** Removes a value of the file below. */
const reset = defineScalarTag('!reset', { resolve: () => null, identify: () => false });
const schema = CORE_SCHEMA.withTags(mergeTag, reset);
const read = async (name: string) =>
  load(await readFile(join(checkout, name), 'utf8'), { schema }) as {
    name?: string;
    services: Record<string, ComposeService>;
    volumes: Record<string, unknown>;
  };
const { name: project, services, volumes } = await read('docker-compose.yml');
const production = await read('infra/compose.prod.yml');

const linesOf = async (name: string): Promise<string[]> =>
  (await readFile(join(checkout, name), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const variablesOf = async (service: string) =>
  ((await import(join(checkout, 'services', service, 'src/config.ts'))) as { variables: Variables })
    .variables;

/** `${NAME}` and `${NAME:-otherwise}`, which may be nested. */
function interpolated(text: string, given: Environment): string {
  const filled = text.replace(
    /\$\{(\w+)(?::-([^${}]*))?\}/g,
    (_, name: string, otherwise: string | undefined = '') => given[name] || otherwise,
  );
  return filled === text ? text : interpolated(filled, given);
}

/** A container's part of the variables set in the environment or `.env`. */
function givenTo(service: string, given: Environment = {}): Environment {
  const entries = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const text = value === null ? given[name] : interpolated(String(value), given);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

test('every service of the workspace has a container', async () => {
  const folders = (await readdir(join(checkout, 'services'))).filter((name) => name !== 'all-in-one');
  expect([...serviceNames].sort()).toEqual(folders.sort());
  for (const name of serviceNames) {
    const { NODE_FLAGS: _, ...args } = services[name]?.build?.args ?? {};
    expect(args).toEqual({ SERVICE: name });
  }
});

test('every built container begins in a file that exists', async () => {
  for (const { build } of Object.values(services)) {
    if (!build) continue;
    const main = build.args.MAIN ?? `services/${build.args.SERVICE}/src/main.ts`;
    await expect(readFile(join(checkout, main), 'utf8')).resolves.toBeTruthy();
  }
});

test('what operators put into the checkout goes neither into an image nor into git', async () => {
  const page = await readFile(join(checkout, 'docs/operating.md'), 'utf8');
  const written = [...page.matchAll(/^(?:docker|tar) .*(?: > |-czf )([\w.-]+)/gm)].map(
    ([, file = '']) => file,
  );
  const secret = ['.env', ...written];
  expect(secret).toEqual(['.env', 'writ.dump', 'encryption-keys', 'writ-backup.tar.gz']);

  const inImages = await linesOf('.dockerignore');
  expect(inImages[0]).toBe('*');
  const kept = inImages.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  // Served by the management host.
  expect(kept).toEqual(expect.arrayContaining(['docs', 'README.md']));
  for (const name of kept) await expect(access(join(checkout, name))).resolves.toBeUndefined();

  // Also inside included folders.
  for (const name of ['.env', '.env.old', 'writ.dump', 'writ-backup.tar.gz', 'start.log', 'all.tsbuildinfo'])
    expect([name, inImages.some((line) => matchesGlob(`infra/${name}`, line))]).toEqual([name, true]);

  const notInGit = (await linesOf('.gitignore')).map((line) => line.replace(/^\//, ''));
  for (const name of secret) {
    expect(kept).not.toContain(name);
    expect([name, notInGit.some((line) => matchesGlob(name, line))]).toEqual([name, true]);
  }
});

test('Node is told in the images what it is told in the stack', async () => {
  const dockerfile = await readFile(join(checkout, 'infra/Dockerfile'), 'utf8');
  const told = leanFlags.join(' ');
  expect(dockerfile).toContain(`ARG NODE_FLAGS="${told}"`);
  expect(dockerfile).toMatch(/^ENV .*NODE_FLAGS="\$\{NODE_FLAGS\}"/m);
  for (const name of [...serviceNames, 'sandbox'] as const)
    expect([name, services[name]?.build?.args.NODE_FLAGS ?? told]).toEqual([
      name,
      programs[name].nodeFlags.join(' '),
    ]);
});

test.each([...serviceNames])('the variables of %s are those that its code declares', async (service) => {
  const variables = await variablesOf(service);
  const named = Object.keys(services[service]?.environment ?? {});
  expect(named.sort()).toEqual(Object.keys(variables).sort());
  const given = givenTo(service);
  for (const [name, variable] of Object.entries(variables)) {
    const value = given[name] ?? '';
    // The image's entry point supplies the keys.
    if (name === 'ENCRYPTION_KEYS') continue;
    if (value === '')
      expect([name, variable.optional ?? variable.fallback]).toEqual([name, expect.anything()]);
    else expect([name, variable.parse(value)]).toEqual([name, { value: expect.anything() as unknown }]);
  }
});

test.each([...serviceNames])(
  'each variable of .env reaches %s, but the address in its container',
  async (service) => {
    const ofContainer = [programs[service].portVariable, 'LISTEN_HOST', 'METRICS_PORT', 'METRICS_HOST'];
    for (const name of Object.keys(await variablesOf(service))) {
      const reaches = givenTo(service, { [name]: 'changed' })[name] === 'changed';
      expect([name, reaches]).toEqual([name, !ofContainer.includes(name)]);
    }
  },
);

test('the public address of the management host follows its port', () => {
  const { PUBLIC_MANAGEMENT_URL } = givenTo('operations', { MANAGEMENT_PORT: '9000' });
  expect(PUBLIC_MANAGEMENT_URL).toBe('http://localhost:9000/v1');
});

test.each([
  [{}, 'http://localhost:8082/hubspot', 'http://localhost:8082/salesforce'],
  [{ SANDBOX_PORT: '9002' }, 'http://localhost:9002/hubspot', 'http://localhost:9002/salesforce'],
  [
    { HUBSPOT_BASE_URL: 'https://api.hubapi.com', SALESFORCE_LOGIN_URL: 'https://test.salesforce.com' },
    'https://api.hubapi.com',
    'https://test.salesforce.com',
  ],
])('people consent at the CRM that is written to: %j', (set, hubspot, salesforce) => {
  expect(givenTo('installations', set)).toMatchObject({
    HUBSPOT_AUTHORIZE_URL: `${hubspot}/oauth/authorize`,
    SALESFORCE_AUTHORIZE_URL: `${salesforce}/services/oauth2/authorize`,
  });
});

test('an upgrade ends before it migrates where services would refuse a public address, or the edge a proxy', async () => {
  const wrong = {
    PUBLIC_MANAGEMENT_URL: 'https://writ.test',
    PUBLIC_WRITE_URL: 'https://write.test',
    EDGE_TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.0/33,balancer',
  };
  const started = promisify(execFile)(
    process.execPath,
    [join(checkout, services['prepare']?.build?.args.MAIN ?? '')],
    { env: givenTo('prepare', wrong) },
  );
  await expect(started).rejects.toMatchObject({
    code: 78,
    stderr: expect.stringMatching(
      /PUBLIC_MANAGEMENT_URL: [^]*PUBLIC_WRITE_URL: [^]*EDGE_TRUSTED_PROXIES: 10\.0\.0\.0\/33, balancer is no /,
    ),
  });
});

test('an upgrade without Postgres ends in one sentence, without a stack', async () => {
  const started = promisify(execFile)(
    process.execPath,
    [join(checkout, services['prepare']?.build?.args.MAIN ?? '')],
    {
      env: {
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
        ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      },
    },
  );
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^prepare: Postgres cannot be used \(.+\)\. Check DATABASE_URL, [^\n]*\n$/),
  });
});

test.each([...serviceNames])(
  'how many of %s run is what .env says, and one where it says nothing',
  (service) => {
    const { scale = '' } = services[service] ?? {};
    const variable = `${service.toUpperCase().replace('-', '_')}_REPLICAS`;
    expect([interpolated(scale, {}), interpolated(scale, { [variable]: '4' })]).toEqual(['1', '4']);
  },
);

test('no container takes memory or keeps logs without a bound', () => {
  for (const [name, { mem_limit: memory, logging }] of Object.entries(services)) {
    expect([name, memory]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '5' }]);
  }
});

test.each([...serviceNames])(
  'the port of %s is the one its code takes unless told otherwise',
  async (service) => {
    const { portVariable } = programs[service];
    const port = givenTo(service)[portVariable];
    expect(port).toBe((await variablesOf(service))[portVariable]?.fallback);
    expect(services[service]?.healthcheck?.test).toEqual(['CMD', 'infra/healthcheck.sh', port]);
  },
);

test('the edge finds the services at their ports, and again when a container is replaced or scaled', async () => {
  const given = givenTo('edge');
  for (const service of ['operations', 'installations', 'notification', 'write-gateway'] as const) {
    const port = givenTo(service)[programs[service].portVariable] ?? '';
    expect(given[serversVariable(service)]).toBe(`server ${service}:${port} resolve max_fails=0;`);
    expect(Object.keys(services['edge']?.depends_on ?? {})).toContain(service);
    // A fixed name or address would allow only one container.
    expect(services[service]).not.toHaveProperty('container_name');
    expect(services[service]).not.toHaveProperty('ports');
  }
  const template = await readFile(join(checkout, 'infra/edge/nginx.conf.template'), 'utf8');
  const filled = fillIn(template, { ...given, ...(await edgeSettings(given)) });
  expect(filled).toContain('resolver 127.0.0.11 ');
  expect(filled).not.toContain('set_real_ip_from');
  expect(filled).toContain('keepalive_timeout 65s 65s;');
  // `resolve` needs nginx 1.27.3.
  expect(services['edge']?.image).toBe('nginx:1.28');
});

test('the edge reads its settings before the template is filled in, which its image does at 20', async () => {
  const given = givenTo('edge', { EDGE_TRUSTED_PROXIES: '10.0.0.0/8', SUPPORT_PHONE: '+49 30' });
  expect(await edgeSettings(given)).toMatchObject({
    EDGE_REAL_IP: expect.stringContaining('set_real_ip_from 10.0.0.0/8;'),
    EDGE_SUPPORT: ',"supportPhone":"+49 30"',
  });
  const [file = '', place] =
    services['edge']?.volumes?.find((mount) => mount.includes('.envsh'))?.split(':') ?? [];
  expect(place).toMatch(/^\/docker-entrypoint\.d\/1\d-[a-z]+\.envsh$/);
  // The image skips files that are not executable.
  await expect(access(join(checkout, file), constants.X_OK)).resolves.toBeUndefined();
});

test.each([
  [{ MANAGEMENT_PORT: '9000', WRITE_PORT: '9001' }, 'http://localhost:9000', 'http://localhost:9001'],
  [
    { PUBLIC_MANAGEMENT_URL: 'https://a.test/v1/', PUBLIC_WRITE_URL: 'https://b.test/v1/' },
    'https://a.test',
    'https://b.test',
  ],
])('what comes next is told with the addresses as they are published: %j', async (set, management, write) => {
  const given = givenTo('edge', set);
  const { stdout } = await promisify(execFile)(join(checkout, 'infra/edge/next-steps.sh'), {
    env: { PATH: process.env['PATH'], ...given, ...(await edgeSettings(given)) },
  });
  for (const address of [`${management}/v1`, `${write}/v1`, `${management}/`])
    expect(stdout).toContain(` ${address}\n`);
  expect(stdout).toContain(`\n  $admin create-key --project my-app`);
});

test('only the public addresses are published, on the loopback address unless told otherwise', () => {
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, port]),
  );
  expect(published).toEqual([
    ['sandbox', '${BIND_ADDRESS:-127.0.0.1}:${SANDBOX_PORT:-8082}:8082'],
    ['edge', '${BIND_ADDRESS:-127.0.0.1}:${MANAGEMENT_PORT:-8080}:8080'],
    ['edge', '${BIND_ADDRESS:-127.0.0.1}:${WRITE_PORT:-8081}:8081'],
    ['grafana', '127.0.0.1:${GRAFANA_PORT:-3000}:3000'],
  ]);
});

test('the page for operators names the network from which a proxy on this machine reaches the edge', async () => {
  const page = await readFile(join(checkout, 'docs/operating.md'), 'utf8');
  expect(/docker network inspect (\w+)/.exec(page)?.[1]).toBe(`${project ?? ''}_default`);
});

test('Redis never evicts and keeps an append-only file; every server keeps its data in a volume', () => {
  expect(services['redis']?.command?.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction');
  expect(Object.keys(volumes)).toEqual(['postgres', 'redis', 'kafka', 'secrets', 'prometheus', 'grafana']);
});

test('what a container waits for, and each volume that it mounts, is in the file', () => {
  for (const { depends_on = {}, volumes: mounts = [] } of Object.values(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    const named = mounts.map((mount) => mount.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
  }
});

test('in production nothing is built, and no password or CRM is given by default', () => {
  const built = Object.keys(services).filter((name) => services[name]?.build);
  expect(Object.keys(production.services).sort()).toEqual([...built, 'postgres'].sort());
  for (const [name, { image, build, environment = {} }] of Object.entries(production.services)) {
    if (name === 'sandbox') continue;
    for (const value of Object.values(environment)) expect(value).toMatch(/^\$\{\w+(?::-|\?.+)\}$/);
    if (name === 'postgres') continue;
    expect([name, build]).toEqual([name, null]);
    // Named as in the file below.
    const plain = (text = '') => text.replaceAll(/(\$\{\w+)[^}]*/g, '$1');
    expect(plain(image)).toBe(plain(services[name]?.image));
  }
  expect(production.services['sandbox']?.profiles).toEqual(['demo']);
  for (const name of serviceNames) {
    const crms = Object.keys({ ...providerUrlVariables, ...providerPageVariables });
    const given = Object.keys(services[name]?.environment ?? {}).filter((variable) =>
      crms.includes(variable),
    );
    expect(Object.keys(production.services[name]?.environment ?? {}).sort()).toEqual(given.sort());
  }
});
