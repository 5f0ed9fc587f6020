import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDir } from '../cache-folder.ts';
import { fetchOnce } from '../fetch-once.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer, Tell } from '../local-server.ts';
import { takeFolder } from '../process/server-folder.ts';
import { superviseServer } from '../process/supervised-server.ts';
import { runTool } from '../run-tool.ts';

export type LocalAws = LocalServer & { url: string };

/** Moto's extra `[server]` would bring 300 MB. */
const packages = ['moto[s3]==5.2.5', 'flask==3.1.2', 'flask-cors==6.0.5'];
/** Moto's own program serves calls side by side, and its streams then lose records. */
const program = `
import sys
folder, port = sys.argv[1:]
sys.path.insert(0, folder)
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple
run_simple('127.0.0.1', int(port), DomainDispatcherApplication(create_backend_app))
`;
const readyWithinMs = 60_000;

/** Moto on 127.0.0.1 plays Kinesis and S3. A restart loses its data. */
export async function startAws(options: { cacheDir?: string; tell?: Tell } = {}): Promise<LocalAws> {
  const { tell = () => undefined } = options;
  const libraries = await motoLibraries(options.cacheDir ?? defaultCacheDir, tell);
  const folder = await takeFolder('moto', undefined, 'SIGTERM', tell);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await superviseServer({
    name: 'moto',
    command: 'python3',
    args: ['-c', program, libraries, String(port)],
    port,
    folder,
    stopSignal: 'SIGTERM',
    readyWithinMs,
    isReady: () =>
      fetch(`${url}/moto-api/`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return { ...server, url };
}

function motoLibraries(cacheDir: string, tell: Tell): Promise<string> {
  return fetchOnce(join(cacheDir, 'moto-5.2.5'), async (draft) => {
    tell('Fetching moto through pip (90 MB, the first time only).');
    const quietly = ['install', '-q', '--disable-pip-version-check', '--root-user-action', 'ignore'];
    await runTool(
      'pip3',
      [...quietly, '--target', draft, ...packages],
      'No pip is here to fetch moto, which plays Kinesis and S3: install python3-pip.',
    );
    await chmod(draft, 0o755);
  });
}
