import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { checkout, serviceNames } from './programs.ts';
import { commandFor } from './testing/command-for.ts';

type Container = {
  image: string;
  build?: unknown;
  cpus?: number;
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  environment: Record<string, string>;
};

const client = await commandFor('the compose files', [['docker', 'compose'], ['docker-compose']]);
const withClient = client ? test : test.skip;

/** The files as the client reads them, in an environment. */
async function containers(
  files: string[],
  env: Record<string, string> = {},
): Promise<Record<string, Container>> {
  const args = [
    ...files.flatMap((file) => ['-f', file]),
    '--env-file',
    '/dev/null',
    'config',
    '--format',
    'json',
  ];
  const [command, ...first]: readonly [string, ...string[]] = client ?? ['docker-compose'];
  const { stdout } = await promisify(execFile)(command, [...first, ...args], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], ...env },
  });
  return (JSON.parse(stdout) as { services: Record<string, Container> }).services;
}

const base = 'docker-compose.yml';
const production = [base, 'infra/compose.prod.yml'];
const chosen = { POSTGRES_PASSWORD: 'chosen', WRIT_IMAGES: 'registry.example.com/writ', WRIT_VERSION: '1' };
const stores = ['kafka', 'postgres', 'redis'];
const own = [...serviceNames, 'prepare', 'edge'].sort();

withClient.each([
  ['everything without a word', [base], {}, [...own, ...stores, 'sandbox']],
  ['what is published in production', production, chosen, [...own, ...stores]],
  ['no store that is named outside', [...production, 'infra/compose.external.yml'], chosen, own],
  [
    'no store that is named in files',
    [...production, 'infra/compose.secrets.yml', 'infra/compose.external.yml'],
    {
      ...chosen,
      POSTGRES_PASSWORD: '',
      POSTGRES_PASSWORD_FILE: '/dev/null',
      DATABASE_URL_FILE: 'a',
      REDIS_URL_FILE: 'b',
    },
    own,
  ],
  [
    'a store whose profile is named',
    [...production, 'infra/compose.external.yml'],
    { ...chosen, COMPOSE_PROFILES: 'redis' },
    [...own, 'redis'],
  ],
  [
    'dashboards on demand',
    [base],
    { COMPOSE_PROFILES: 'monitoring' },
    [...own, ...stores, 'sandbox', 'prometheus', 'grafana'],
  ],
])('docker compose runs %s', async (_, files, env, expected) => {
  expect(Object.keys(await containers(files, env)).sort()).toEqual(expected.sort());
});

withClient('stores of your own are those of the environment, and nothing waits for others', async () => {
  const addresses = { DATABASE_URL: 'postgresql://a/b', REDIS_URL: 'redis://c', KAFKA_BROKERS: 'd:9092' };
  const running = await containers([base, 'infra/compose.external.yml'], addresses);
  expect(running['write-worker']?.environment).toMatchObject(addresses);
  const waits = Object.entries(running).flatMap(([name, container]) =>
    Object.entries((container as { depends_on?: Record<string, { required: boolean }> }).depends_on ?? {})
      .filter(([, { required }]) => required)
      .map(([other]) => [name, other] as const),
  );
  expect(waits.filter(([, other]) => !(other in running))).toEqual([]);
});

withClient('containers can change nothing of themselves and hold no capability', async () => {
  const all = Object.entries(await containers([base], { COMPOSE_PROFILES: 'monitoring' }));
  for (const [name, container] of all) {
    const { cap_drop: dropped, security_opt: security, tmpfs = [] } = container;
    expect([name, dropped, security]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
    expect([name, tmpfs]).toEqual([name, expect.arrayContaining(['/tmp:mode=1777'])]);
  }
  const those = (is: (container: Container) => boolean) =>
    all.filter(([, it]) => is(it)).map(([name]) => name);
  expect(those((container) => !container.read_only)).toEqual(['kafka']);
  expect(those((container) => container.cpus !== 1)).toEqual(['postgres']);
});

test('the health check passes while the program is ready', async () => {
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? answer.status : 404).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const check = () =>
    promisify(execFile)(join(checkout, 'infra/healthcheck.sh'), [
      String((server.address() as AddressInfo).port),
    ]);
  await expect(check()).resolves.toMatchObject({ stdout: '' });
  answer.status = 503;
  await expect(check()).rejects.toMatchObject({ code: 1 });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await expect(
    promisify(execFile)(join(checkout, 'infra/healthcheck.sh'), [String(port)]),
  ).rejects.toMatchObject({
    code: 1,
  });
});
