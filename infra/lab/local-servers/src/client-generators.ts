import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDir } from './cache-folder.ts';
import { fetchOnce } from './fetch-once.ts';
import { runTool } from './run-tool.ts';

const javaVersion = '7.25.0';
const pythonVersion = '0.29.1';

/** OpenAPI Generator's jar (Java 17), fetched once through Maven (32 MB). */
export async function openApiGeneratorJar(): Promise<string> {
  const folder = await fetchOnce(join(defaultCacheDir, `openapi-generator-${javaVersion}`), async (draft) => {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${javaVersion}`;
    await runTool(
      'mvn',
      ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${draft}`],
      'No Maven is here to fetch OpenAPI Generator: install maven.',
      { cwd: draft },
    );
    await chmod(draft, 0o755);
  });
  return join(folder, `openapi-generator-cli-${javaVersion}.jar`);
}

/** openapi-python-client and its clients' libraries, fetched once through pip (20 MB). */
export const pythonClientGenerator = (): Promise<string> =>
  fetchOnce(join(defaultCacheDir, `openapi-python-client-${pythonVersion}`), async (draft) => {
    const quietly = ['install', '-q', '--disable-pip-version-check', '--root-user-action', 'ignore'];
    await runTool(
      'pip3',
      [...quietly, '--target', draft, `openapi-python-client==${pythonVersion}`],
      'No pip is here to fetch openapi-python-client: install python3-pip.',
    );
    await chmod(draft, 0o755);
  });
