import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceVariables, type Variables } from '@writ/service-kit';
import { readConfig as readSandboxConfig } from '../../../../packages/sandbox-crm/src/config.ts';

/** An empty `fallback` is an empty text, or no default. */
export type Declared = {
  name: string;
  fallback: string;
  needed: boolean;
  description?: string;
  secret?: boolean;
  place: string;
};

const checkout = join(import.meta.dirname, '../../../..');

/** One entry for each declaration in the code. */
export async function declaredVariables(): Promise<Declared[]> {
  return [...(await ofServices()), ...(await ofPrograms()), ...ofSandbox(), ...(await ofContainers())];
}

async function ofServices(): Promise<Declared[]> {
  const places = await filesNamed('services/*/src/config.ts');
  const lists = places.map(async (place) => {
    const { variables } = (await import(join(checkout, place))) as { variables: Variables };
    return Object.entries(variables).map(
      ([name, { description, fallback, optional = false, secret = false }]) => ({
        name,
        description,
        secret,
        place,
        fallback: emptyList(fallback ?? ''),
        needed: fallback === undefined && !optional,
      }),
    );
  });
  return (await Promise.all(lists)).flat();
}

/** A list of separators only is empty. */
const emptyList = (text: string): string => (/^[ ,]*$/.test(text) ? '' : text);

/** `NAME: port(…),` or `NAME: serviceVariables.NAME,`. */
const declaration = /^ {2}([A-Z][A-Z_]+): (?:serviceVariables\.([A-Z_]+)|(?:optional\()?\w+\(.*?\)),\n/gms;
const sharedVariables: Variables = serviceVariables;

/** Programs declare variables in a file that runs on import, so its text is read. */
async function ofPrograms(): Promise<Declared[]> {
  const places = await filesNamed('{infra/lab/stack,services/installations}/src/{,admin/}*.ts');
  const lists = places.map(async (place) => {
    const source = await readFile(join(checkout, place), 'utf8');
    const block = /^const variables = \{\n(.*?)^\};/ms.exec(source)?.[1] ?? '';
    return [...block.matchAll(declaration)].map(([text, name = '', shared = '']) => ({
      name,
      place,
      needed: false,
      fallback: /fallback: '([^']*)'/.exec(text)?.[1] ?? sharedVariables[shared]?.fallback ?? '',
    }));
  });
  return (await Promise.all(lists)).flat();
}

function ofSandbox(): Declared[] {
  const place = 'packages/sandbox-crm/src/config.ts';
  const read = readSandboxConfig({});
  if (!read.ok) throw new Error('the sandbox has no defaults');
  const { port, host, publicUrl = '' } = read.config;
  const defaults = { SANDBOX_PORT: String(port), SANDBOX_HOST: host, SANDBOX_PUBLIC_URL: publicUrl };
  return Object.entries(defaults).map(([name, fallback]) => ({ name, fallback, needed: false, place }));
}

/**
 * Only Compose reads these: the published address, the containers' number, images and Postgres password, the edge's
 * own.
 */
async function ofContainers(): Promise<Declared[]> {
  const place = 'docker-compose.yml';
  const text = await readFile(join(checkout, place), 'utf8');
  const found = text.matchAll(
    /\$\{(BIND_ADDRESS|GRAFANA_PORT|POSTGRES_PASSWORD|WRIT_\w+|\w+_REPLICAS|EDGE_TRUSTED_PROXIES):-([^}]*)\}/g,
  );
  return [...found].map(([, name = '', fallback = '']) => ({ name, fallback, needed: false, place }));
}

async function filesNamed(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: checkout })) files.push(file);
  return files.filter((file) => !file.endsWith('.test.ts')).sort();
}
