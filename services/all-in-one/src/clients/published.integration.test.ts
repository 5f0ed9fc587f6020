import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkPackage, packPackage, publishedPackages, type Packed } from '@writ/publish';
import { createClosing } from '@writ/service-kit';
import { eventually, startProcess, testDatabase } from '@writ/test-kit';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { commandsOf, endsIn, fencesOf, scriptOf } from '../testing/shell-commands.ts';
import { pressCtrlC, startWrit, type RunningWrit } from '../testing/start-writ.ts';

const run = promisify(execFile);
const closing = createClosing();
const checkout = join(import.meta.dirname, '../../../..');
/** The page in the README of the command line. */
const pageOrigin = 'https://app.example.com';
const names = await publishedPackages();
const packed = new Map<string, Packed>();
/** Has only the archives and the libraries that they need. */
let project: string;
let running: RunningWrit;

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-published-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  for (const name of names) packed.set(name, await packPackage(name, dataDir));
  project = join(dataDir, 'project');
  await mkdir(join(project, '.data'), { recursive: true });
  const dependencies: Record<string, string> = Object.fromEntries([
    ...[...packed].map(([name, { archive }]) => [`@writ/${name}`, `file:${archive}`] as const),
    ...(await libraries(dataDir)),
  ]);
  const overrides = Object.fromEntries(Object.keys(dependencies).map((name) => [name, `$${name}`]));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies, overrides }));
  // Without registry and cache.
  const install = ['install', '--offline', '--cache', join(dataDir, 'cache'), '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: project });

  const database = closing.add(await testDatabase(), (db) => db.drop());
  running = closing.add(
    await startWrit(dataDir, { DATABASE_URL: database.url, CORS_ORIGINS: pageOrigin }),
    (started) => pressCtrlC(started),
  );
  await writeFile(join(project, '.data/demo.json'), JSON.stringify(running.demo));
});
afterAll(() => closing.close());

/** Archives of all dependencies by name, as in the checkout. */
async function libraries(into: string): Promise<[name: string, archive: string][]> {
  const folderOf = (name: string, by: string) => realpath(join(checkout, by, 'node_modules', name));
  const dom = await folderOf('react-dom', 'packages/react');
  const types = await folderOf('@types/react', 'packages/react');
  const folders = {
    commander: await folderOf('commander', 'packages/cli'),
    'csv-parse': await folderOf('csv-parse', 'packages/cli'),
    react: await folderOf('react', 'packages/react'),
    'react-dom': dom,
    scheduler: join(dom, '../scheduler'),
    '@types/react': types,
    '@types/react-dom': await folderOf('@types/react-dom', 'packages/react'),
    csstype: join(types, '../../csstype'),
  };
  return Promise.all(
    Object.entries(folders).map(async ([name, folder]) => {
      const archive = join(into, `${name.replace('/', '-')}.tgz`);
      await run('tar', ['-czhf', archive, '-C', dirname(folder), basename(folder)]);
      return [name, `file:${archive}`];
    }),
  );
}

const readmeOf = (name: string): Promise<string> =>
  readFile(join(project, 'node_modules/@writ', name, 'README.md'), 'utf8');
const exampleOf = async (name: string): Promise<string> => fencesOf(await readmeOf(name))[0]?.text ?? '';

test.each(names)('%s is packed with JavaScript, types, README and licence', async (name) => {
  const { archive } = packed.get(name)!;
  const files = (await run('tar', ['-tzf', archive])).stdout.trim().split('\n');
  const outside = files.filter((file) => !file.startsWith('package/dist/')).sort();

  expect(await checkPackage(packed.get(name)!)).toEqual([]);
  expect(outside).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json']);
  expect(files).toEqual(expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts']));
  expect(files.filter((file) => !/\.(d\.ts|js)$/.test(file) || file.includes('.test.')).sort()).toEqual(
    outside,
  );
});

test.each(names.filter((name) => name !== 'cli'))('the README of %s tells how to pack it', async (name) => {
  expect(await readmeOf(name)).toContain(`\`npm run pack -- ${name}`);
});

test('a package is packed where npm alone is here', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'pack', '--', 'sdk'], { cwd: checkout });
  expect(stdout).toMatch(/writ-sdk-[\d.]+\.tgz$/m);
});

test.each(['sdk', 'headless'])('CommonJS can require @writ/%s', async (name) => {
  await writeFile(
    join(project, 'required.cjs'),
    `console.log(Object.keys(require('@writ/${name}')).join());`,
  );
  const { stdout } = await run(process.execPath, ['required.cjs'], { cwd: project });
  expect(stdout).toMatch(/^(create)?Writ,|,(create)?Writ(,|$)/m);
});

test('the example of @writ/sdk works in a fresh project', async () => {
  await writeFile(join(project, 'sdk.js'), await exampleOf('sdk'));
  const { stdout } = await run(process.execPath, ['sdk.js'], { cwd: project });

  expect(stdout).toMatch(/^(created|updated)\nsuccess /);
  expect(stdout).toContain("'written'");
  expect(stdout).toMatch(/^would be tried again: \d+$/m);
  expect(stdout).toContain('provider-refused');
});

/** A README's example with a key for pages and a connected group. */
async function pageOf(name: string, groupRef: string, more = ''): Promise<string> {
  const { managementUrl, project: projectName } = running.demo;
  const { manage } = running.caller;
  const connection = { provider: 'hubspot', groupRef, apiKey: 'sandbox-hubspot-globex' };
  await manage('POST', '/connections:generate', connection);
  await manage('PATCH', '', { updateMask: ['pageKeys'], project: { pageKeys: true } });
  const scopes = ['frontend'];
  const made = await manage<{ key: string }>('POST', '/api-keys', { label: groupRef, scopes });
  const known = JSON.stringify([managementUrl, projectName, groupRef, made.body.key]);
  const example = (await exampleOf(name)).replaceAll('getToken', 'apiKey');
  return `${more}const [baseUrl, project, groupRef, apiKey] = ${known} as [string, string, string, string];\n${example}`;
}
const deletionOf = async (groupRef: string): Promise<unknown> => {
  const path = `/integrations/demo-hubspot/installations?groupRef=${groupRef}`;
  const { body } = await running.caller.manage<{ config: { content: object } }[]>('GET', path);
  return body[0]?.config.content;
};
const deletesContacts = {
  write: { objects: { contacts: expect.objectContaining({ deletionSettings: { enabled: true } }) } },
};

test('the example of @writ/headless works in a fresh project', async () => {
  await writeFile(join(project, 'headless.ts'), await pageOf('headless', 'headless'));
  const { stdout } = await run(process.execPath, ['headless.ts'], { cwd: project });

  expect(stdout).toContain('deletionSettings: { enabled: true }');
  expect(await deletionOf('headless')).toMatchObject(deletesContacts);
});

const rendering = `import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
const render = (node: ReactNode) => createRoot(document.body).render(node);
`;
const clicking = `
const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text && !one.disabled);
const click = async (text: string) => {
  while (!button(text)) await new Promise((again) => setTimeout(again, 20));
  button(text)?.click();
};
await click('Deletion: false');
await click('Save');
`;

test('the example of @writ/react works in a fresh project', async () => {
  const happyDom = createRequire(join(checkout, 'packages/react/package.json')).resolve('happy-dom');
  const browser = `import * as happyDom from ${JSON.stringify(happyDom)};
const window = new happyDom.Window({ url: 'http://127.0.0.1/' });
Object.assign(globalThis, { window, document: window.document });
`;
  await writeFile(join(project, 'browser.js'), browser);
  await writeFile(join(project, 'react.ts'), (await pageOf('react', 'react', rendering)) + clicking);
  const started = await startProcess({
    command: process.execPath,
    args: ['--import', './browser.js', 'react.ts'],
    cwd: project,
  });
  await eventually(async () => expect(await deletionOf('react')).toMatchObject(deletesContacts));
  await started.close();
});

test('both examples compile in a strict project, with every type of the packages', async () => {
  const settings = {
    compilerOptions: {
      module: 'nodenext',
      strict: true,
      noEmit: true,
      lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(checkout, 'node_modules/@types')],
    },
    files: ['headless.ts', 'react.ts', 'all.ts'],
  };
  const all = names.map((name) => `export * as ${name} from '@writ/${name}';\n`).join('');
  await writeFile(join(project, 'all.ts'), `${all}export * from '@writ/react/compat';\n`);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(checkout, 'node_modules/typescript7/bin/tsc');
  const told = await run(process.execPath, [compiler], { cwd: project }).then(
    ({ stdout }) => stdout,
    (failed: unknown) => (failed as { stdout: string }).stdout,
  );

  expect(told).toBe('');
});

test('the commands of @writ/cli work in a fresh project', async () => {
  const { managementUrl, writeUrl, apiKey } = running.demo;
  await writeFile(join(project, 'key-file'), apiKey);
  await writeFile(join(project, 'record.json'), '{"email":"grace@cli.example.com"}');
  await writeFile(join(project, 'people.csv'), 'email\nalan@cli.example.com\n');
  const write = { type: 'create', record: { firstname: 'Ada' } };
  const { body } = await running.caller.write<{ operationId: string }>('hubspot', 'contacts', write);
  const commands = fencesOf(await readmeOf('cli'))
    .flatMap(({ text }) => commandsOf(text))
    .filter((command) => !command.includes(' listen '))
    .map((command) =>
      command
        .replace('https://writ.example.com/v1', managementUrl)
        .replace('https://write.example.com/v1', writeUrl)
        .replace(/(?<=search )\S+/, body.operationId),
    );
  const shell = await startProcess({
    command: 'bash',
    args: ['-c', scriptOf(commands)],
    cwd: project,
    env: { HOME: project, PATH: `${join(project, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
  });
  await shell.waitForExit({ withinMs: 200_000 });
  await shell.close();

  expect(endsIn(shell.output(), commands).filter(({ code }) => code !== 0)).toEqual([]);
});

/** Globals that web runtimes share; nothing of Node's own. */
const standards = {
  AbortController,
  AbortSignal,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  crypto,
  fetch,
  Headers,
  Response,
  setInterval,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
};

test('@writ/sdk and @writ/headless need nothing but what is standard on the web', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * as sdk from '@writ/sdk'; export * as headless from '@writ/headless';`,
      resolveDir: project,
    },
    bundle: true,
    format: 'iife',
    globalName: 'writ',
    platform: 'neutral',
    write: false,
  });
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const body = '{"notificationType":"write.async.done"}';
  const now = new Date();
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m1', now, body),
  };
  const { demo } = running;
  const context = createContext({ ...standards, demo, webhook: { body, headers, secret } });
  runInContext(outputFiles[0]?.text ?? '', context);
  const done = (await runInContext(
    `(async () => {
      const client = new writ.sdk.Writ(demo);
      const acme = client.integration('demo-hubspot').for('acme');
      const created = await acme.create('contacts', { email: 'bare@example.com' });
      const later = await acme.createLater('contacts', { email: 'bare-later@example.com' });
      const ended = await later.wait();
      const listed = await client.operations.list({ groupRef: 'acme' }).all();
      const event = await client.webhooks.verify(webhook.body, webhook.headers, webhook.secret);
      const page = writ.headless.createWrit({ baseUrl: demo.managementUrl, project: demo.project, apiKey: demo.apiKey });
      const installation = page.installation({ integration: 'demo-hubspot', groupRef: 'acme' });
      await installation.load();
      installation.config.writeObject('contacts').setFieldSettings({ fieldName: 'city', settings: { writeOnUpdate: 'never' } });
      await installation.save();
      return JSON.stringify({ created, ended: ended.status, listed: listed.length, event, saved: installation.getSnapshot().isDirty });
    })()`,
    context,
  )) as string;

  expect(JSON.parse(done)).toMatchObject({
    created: { success: true },
    ended: 'success',
    event: { notificationType: 'write.async.done' },
    saved: false,
  });
});
