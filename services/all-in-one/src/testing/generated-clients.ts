import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiGeneratorJar, pythonClientGenerator } from '@writ/local-servers';
import { startProcess } from '@writ/test-kit';
import { build } from 'esbuild';

const checkout = join(import.meta.dirname, '../../../..');

type Settings = Record<'WRITE_URL' | 'MANAGEMENT_URL' | 'API_KEY', string>;

/** With a program that uses its client. */
export type Generator = {
  /** Makes the client of `<host>.json` beside it. Fails on warnings if the generator can. */
  generate: (host: string, folder: string) => Promise<unknown>;
  /**
   * Creates a record, two in a batch, and one asynchronously, and waits for its end. Prints JSON: the first id, the
   * batch's successes, and the last status.
   */
  program: string;
  /** Compiles the program with the client. */
  compile: (folder: string, program: string) => Promise<unknown>;
  run: (folder: string, settings: Settings) => Promise<string>;
};

/** Returns the output. @throws Error with it if the program fails */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const started = await startProcess({ command, args, env });
  const { code } = await started.waitForExit({ withinMs: 120_000 });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${started.output()}`);
  return started.output();
}

/** The path is relative to the package's export. */
const programOf = (exported: string, path: string): string => fileURLToPath(new URL(path, exported));
const openapiTypescriptProgram = programOf(import.meta.resolve('openapi-typescript'), '../bin/cli.js');
const heyApiProgram = programOf(import.meta.resolve('@hey-api/openapi-ts'), '../bin/run.js');

/** With the strictest settings. */
async function compileTypeScript(folder: string, program: string): Promise<void> {
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(checkout, 'node_modules/@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const compiler = join(checkout, 'node_modules/typescript7/bin/tsc');
  await run(process.execPath, [compiler, '-p', folder]);
  const outfile = join(folder, 'program.mjs');
  const entryPoints = [join(folder, 'program.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
}

const inNode: Pick<Generator, 'compile' | 'run'> = {
  compile: compileTypeScript,
  run: (folder, settings) => run(process.execPath, [join(folder, 'program.mjs')], settings),
};

async function runPython(folder: string, settings: Settings): Promise<string> {
  const PYTHONPATH = `${folder}:${await pythonClientGenerator()}`;
  return run('python3', [join(folder, 'program.py')], { ...settings, PYTHONPATH });
}

const beginning = (domain: string): string => `
const { WRITE_URL = '', MANAGEMENT_URL = '', API_KEY = '' } = process.env;
const names = { projectIdOrName: 'demo', integrationIdOrName: 'demo-hubspot', objectName: 'contacts' };
const create = { groupRef: 'acme', type: 'create' } as const;
const of = (name: string) => ({ email: name + '@${domain}.example.com' });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
`;

const openapiTypescript: Generator = {
  generate: (host, folder) =>
    run(process.execPath, [
      ...[openapiTypescriptProgram, join(folder, `${host}.json`)],
      ...['-o', join(folder, `${host}.ts`)],
    ]),
  program: `import type { operations as Writes } from './write';
import type { operations as Managing } from './management';
${beginning('types')}
type Body = Writes['writeRecords']['requestBody']['content']['application/json'];
type Answer = Writes['writeRecords']['responses'][200]['content']['application/json'];
type Operation = Managing['getOperation']['responses'][200]['content']['application/json'];
const headers = { 'content-type': 'application/json', 'x-api-key': API_KEY };
const path = '/projects/demo/integrations/demo-hubspot/objects/contacts';
const write = async (body: Body): Promise<Answer> =>
  (await (await fetch(WRITE_URL + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Answer;
const find = async (id: string): Promise<Operation> =>
  (await (await fetch(MANAGEMENT_URL + '/projects/demo/operations/' + id, { headers })).json()) as Operation;
const one = await write({ ...create, record: of('one') });
const many = await write({ ...create, batch: [{ record: of('two') }, { record: of('three') }] });
const later = await write({ ...create, mode: 'asynchronous', record: of('four') });
let operation = await find(later.operationId);
for (; operation.status === 'in_progress'; await pause()) operation = await find(later.operationId);
console.log(JSON.stringify([one.result?.recordId, many.successCount, operation.status]));
`,
  ...inNode,
};

const heyApi: Generator = {
  generate: (host, folder) =>
    run(process.execPath, [
      ...[heyApiProgram, '-s', '--no-log-file'],
      ...['-i', join(folder, `${host}.json`), '-o', join(folder, host)],
    ]),
  program: `import { writeRecords } from './write/sdk.gen';
import { client as writing } from './write/client.gen';
import { getOperation } from './management/sdk.gen';
import { client as managing } from './management/client.gen';
${beginning('hey')}
writing.setConfig({ baseUrl: WRITE_URL, auth: ({ type }) => (type === 'apiKey' ? API_KEY : undefined) });
managing.setConfig({ baseUrl: MANAGEMENT_URL, auth: ({ type }) => (type === 'apiKey' ? API_KEY : undefined) });
const own = { path: names, throwOnError: true } as const;
const find = (operationId: string) =>
  getOperation({ path: { projectIdOrName: 'demo', operationId }, throwOnError: true });
const one = await writeRecords({ ...own, body: { ...create, record: of('one') } });
const batch = [{ record: of('two') }, { record: of('three') }];
const many = await writeRecords({ ...own, body: { ...create, batch } });
const later = await writeRecords({ ...own, body: { ...create, mode: 'asynchronous', record: of('four') } });
let operation = await find(later.data.operationId);
for (; operation.data.status === 'in_progress'; await pause()) operation = await find(later.data.operationId);
console.log(JSON.stringify([one.data.result?.recordId, many.data.successCount, operation.data.status]));
`,
  ...inNode,
};

const typescriptFetch: Generator = {
  generate: async (host, folder) =>
    run('java', [
      ...[
        '-XX:TieredStopAtLevel=1',
        '-jar',
        await openApiGeneratorJar(),
        'generate',
        '-g',
        'typescript-fetch',
      ],
      ...['-i', join(folder, `${host}.json`), '-o', join(folder, host)],
    ]),
  program: `import { Configuration as Writing, WriteRecordsApi } from './write/index';
import { Configuration as Managing, OperationsApi } from './management/index';
${beginning('fetch')}
const writes = new WriteRecordsApi(new Writing({ basePath: WRITE_URL, apiKey: API_KEY }));
const operations = new OperationsApi(new Managing({ basePath: MANAGEMENT_URL, apiKey: API_KEY }));
const find = (operationId: string) => operations.getOperation({ projectIdOrName: 'demo', operationId });
const one = await writes.writeRecords({ ...names, writeRequest: { ...create, record: of('one') } });
const batch = [{ record: of('two') }, { record: of('three') }];
const many = await writes.writeRecords({ ...names, writeRequest: { ...create, batch } });
const asked = { ...create, mode: 'asynchronous', record: of('four') } as const;
const later = await writes.writeRecords({ ...names, writeRequest: asked });
let operation = await find(later.operationId);
for (; operation.status === 'in_progress'; await pause()) operation = await find(later.operationId);
console.log(JSON.stringify([one.result?.recordId, many.successCount, operation.status]));
`,
  ...inNode,
};

const pythonClient: Generator = {
  generate: async (host, folder) => {
    const config = join(folder, `${host}-config.json`);
    // It does not know NDJSON.
    const content_type_overrides = { 'application/x-ndjson': 'text/plain' };
    await writeFile(config, JSON.stringify({ post_hooks: [], content_type_overrides }));
    return run(
      'python3',
      [
        ...['-m', 'openapi_python_client', 'generate', '--fail-on-warning', '--meta', 'none'],
        ...['--config', config, '--path', join(folder, `${host}.json`), '--output-path', join(folder, host)],
      ],
      { PYTHONPATH: await pythonClientGenerator() },
    );
  },
  program: `import importlib, json, os, pkgutil, time
import write, management
from write.api.write_records import write_records
from write.models import WriteRequest
from management.api.operations import get_operation

for package in (write, management):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):
        importlib.import_module(module.name)

def client(package, url):
    return package.AuthenticatedClient(url, token=os.environ['API_KEY'], prefix='', auth_header_name='X-Api-Key')

writing = client(write, os.environ['WRITE_URL'])
managing = client(management, os.environ['MANAGEMENT_URL'])

def of(name):
    return {'record': {'email': name + '@python.example.com'}}

def send(**body):
    request = WriteRequest.from_dict({'groupRef': 'acme', 'type': 'create', **body})
    return write_records.sync('demo', 'demo-hubspot', 'contacts', client=writing, body=request)

def find(operation_id):
    return get_operation.sync('demo', operation_id, client=managing)

one = send(**of('one'))
many = send(batch=[of('two'), of('three')])
later = send(mode='asynchronous', **of('four'))
operation = find(str(later.operation_id))
while operation.status == 'in_progress':
    time.sleep(0.05)
    operation = find(str(later.operation_id))
print(json.dumps([one.result.record_id, many.success_count, operation.status]))
`,
  compile: (folder, program) => writeFile(join(folder, 'program.py'), program),
  run: runPython,
};

export const generators: readonly [name: string, generator: Generator][] = [
  ['openapi-typescript', openapiTypescript],
  ['@hey-api/openapi-ts', heyApi],
  ['openapi-generator (typescript-fetch)', typescriptFetch],
  ['openapi-python-client', pythonClient],
];
