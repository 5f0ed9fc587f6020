import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchOnce, openApiGeneratorJar, pythonClientGenerator } from '@writ/local-servers';
import type { Generator } from './generated-clients.ts';

const checkout = join(import.meta.dirname, '../../../..');
const hosts = ['write', 'management'] as const;

/** Returns the output of the program with a generator's clients of both hosts. */
export async function writesWith(
  name: string,
  generator: Generator,
  demo: { writeUrl: string; managementUrl: string; apiKey: string },
): Promise<unknown> {
  const descriptions = await Promise.all(
    hosts.map(async (host) => {
      const text = await (await fetch(new URL('/openapi.json', demo[`${host}Url`]))).text();
      // Examples contain the addresses of this start.
      return text.replaceAll(/127\.0\.0\.1:\d+/g, 'writ.example');
    }),
  );
  const folder = await compiledOnce(name.replaceAll(/\W/g, '-'), generator, descriptions);
  const settings = { WRITE_URL: demo.writeUrl, MANAGEMENT_URL: demo.managementUrl, API_KEY: demo.apiKey };
  return JSON.parse(await generator.run(folder, settings));
}

/** Takes a minute, so repeats only after a change of a description, generator, compiler or program. */
async function compiledOnce(
  name: string,
  { generate, compile, program }: Generator,
  descriptions: readonly string[],
): Promise<string> {
  const lock = await readFile(join(checkout, 'pnpm-lock.yaml'), 'utf8');
  const own = await readFile(join(import.meta.dirname, 'generated-clients.ts'), 'utf8');
  const fetched = [await openApiGeneratorJar(), await pythonClientGenerator()];
  const inputs = JSON.stringify([descriptions, lock, own, fetched]);
  const hash = createHash('sha256').update(inputs).digest('hex').slice(0, 16);
  const cache = join(checkout, '.cache/clients');
  return fetchOnce(join(cache, `${name}-${hash}`), async (draft) => {
    for await (const old of glob(`${name}-*`, { cwd: cache }))
      await rm(join(cache, old), { recursive: true, force: true });
    await Promise.all(
      hosts.map(async (host, place) => {
        await writeFile(join(draft, `${host}.json`), descriptions[place] ?? '');
        await generate(host, draft);
      }),
    );
    await compile(draft, program);
  });
}
