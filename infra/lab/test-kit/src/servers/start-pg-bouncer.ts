import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@writ/local-servers';
import { startProcess } from '../test-process.ts';

/** @param more settings as `name = value` */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
  more: readonly string[] = [],
) {
  const server = new URL(url);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  const user = decodeURIComponent(server.username);
  const password = decodeURIComponent(server.password);
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${more.join('\n')}
`,
  );
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = await startProcess({
    command: 'pgbouncer',
    args: [...asNobody, settings],
    readyWhen: () => answers(port),
  });
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    close: async () => {
      await pooler.close();
      await rm(folder, { recursive: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
