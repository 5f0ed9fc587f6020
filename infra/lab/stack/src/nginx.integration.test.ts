import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { startProcess } from '@writ/test-kit';
import { request } from 'undici';

const template = join(import.meta.dirname, '../../../edge/nginx.conf.template');
const closing = createClosing();
let url = '';
let down: { close: () => Promise<void> };

/** A service that tells its name and the path it saw. */
async function named(name: string) {
  const server = createServer((from, to) => to.end(`${name} ${from.url ?? ''}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

beforeAll(async () => {
  const dir = closing.add(await mkdtemp(join(tmpdir(), 'writ-nginx-')), (path) =>
    rm(path, { recursive: true }),
  );
  const operations = closing.add(await named('operations'), (service) => service.close());
  const installations = closing.add(await named('installations'), (service) => service.close());
  const notification = await named('notification');
  down = notification;
  const port = await freePort();
  const values: Record<string, string> = {
    EDGE_PORT: `127.0.0.1:${port}`,
    OPERATIONS_ADDRESS: operations.address,
    INSTALLATIONS_ADDRESS: installations.address,
    NOTIFICATION_ADDRESS: notification.address,
  };
  const server = (await readFile(template, 'utf8')).replace(
    /\$\{(\w+)\}/g,
    (_, name: string) => values[name] ?? '',
  );
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${dir}/${kind};`,
  );
  const main = `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {}
    http { access_log off; ${paths.join(' ')}\n${server} }`;
  await writeFile(join(dir, 'nginx.conf'), main);
  url = `http://127.0.0.1:${port}`;
  const isUp = () => request(url).then(({ body }) => body.dump().then(() => true));
  closing.add(
    await startProcess({
      command: 'nginx',
      args: ['-e', 'stderr', '-c', join(dir, 'nginx.conf')],
      readyWhen: isUp,
    }),
    (nginx) => nginx.close(),
  );
});
afterAll(() => closing.close());

async function get(path: string) {
  const { statusCode, headers, body } = await request(`${url}${path}`);
  return { status: statusCode, type: headers['content-type'], text: await body.text() };
}

test('nginx takes the configuration and gives each path to its service unchanged', async () => {
  for (const [path, service] of [
    ['/v1/projects/p/operations/1:cancel', 'operations'],
    ['/v1/projects/p/integrations/i/installations/1/operations?pageSize=1', 'operations'],
    ['/v1/projects/p/integrations/a%2Fb/installations', 'installations'],
    ['/v1/projects/p/topics', 'notification'],
    ['/openapi.json', 'installations'],
  ] as const) {
    expect((await get(path)).text).toBe(`${service} ${path}`);
  }
});

test('no answer of nginx itself is HTML', async () => {
  expect(await get('/metrics')).toMatchObject({ status: 404, type: 'application/problem+json' });
  await down.close();
  const unavailable = await get('/v1/projects/p/topics');
  expect(unavailable).toMatchObject({ status: 503, type: 'application/problem+json' });
  expect(JSON.parse(unavailable.text)).toMatchObject({ retryable: true });
  const tooLong = await get(`/v1/${'x'.repeat(40_000)}`);
  expect(tooLong).toMatchObject({ status: 400, type: 'application/problem+json' });
});
