import { chmod, readdir, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fetchOnce } from '../fetch-once.ts';
import type { Tell } from '../local-server.ts';
import { isOnPath, runTool } from '../run-tool.ts';

const artifact = 'com.github.codemonstur:embedded-redis:1.4.4';
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** From PATH, otherwise from Maven. */
export async function redisProgram(cacheDir: string, tell: Tell): Promise<string> {
  for (const program of ['redis-server', 'valkey-server']) if (await isOnPath(program)) return program;
  return fetchedRedis(cacheDir, tell);
}

/** Redis 6.2, fetched once through Maven. */
export async function fetchedRedis(cacheDir: string, tell: Tell): Promise<string> {
  const name = `redis-server-*-${platform()}-${architectures[arch()] ?? arch()}`;
  const folder = await fetchOnce(join(cacheDir, 'redis-6.2'), async (draft) => {
    tell('Fetching Redis through Maven (12 MB, the first time only).');
    await runTool(
      'mvn',
      ['-q', '-B', 'dependency:unpack', `-Dartifact=${artifact}`, `-DoutputDirectory=${draft}`].concat(
        `-Dmdep.unpack.includes=${name}`,
      ),
      'No Redis is here: install redis-server (or Maven, which fetches one), or give REDIS_URL.',
      // Without a project, Maven leaves a folder of this name.
      { cwd: draft },
    );
    await rm(join(draft, '${project.basedir}'), { recursive: true, force: true });
    await Promise.all((await programsIn(draft)).map((file) => chmod(join(draft, file), 0o755)));
    await chmod(draft, 0o755);
  });
  const [program] = await programsIn(folder);
  if (program === undefined) {
    throw new Error(
      `There is no Redis to fetch for ${platform()} ${arch()}: install redis-server, or give REDIS_URL.`,
    );
  }
  return join(folder, program);
}

async function programsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.startsWith('redis-server-'));
}
