import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSandboxCrm, type ProviderName, type SandboxCrm } from '@writ/sandbox-crm';
import { providers } from './providers.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

let sandbox: SandboxCrm;
beforeAll(async () => {
  sandbox = await startSandboxCrm({ port: 0 });
});
afterAll(() => sandbox.close());

/** Each step of CONTRIBUTING, "A provider", that a program can check: whether it is done, and what to do. */
function steps({ declaration, variables, demo, typicalCauses }: (typeof providers)[number]) {
  const { name, displayName } = declaration;
  const named = (path: string): boolean => read(path).includes(`'${name}'`);
  const double = 'packages/sandbox-crm/src';
  const { url, call, page, quota } = variables;
  const missing = (path: string, ...sets: object[]): string[] =>
    sets.flatMap(Object.keys).filter((variable) => !new RegExp(`^ *#?${variable}[:=]`, 'm').test(read(path)));
  return [
    [
      read('docs/providers.md').includes(`. ${displayName} `),
      `Record ${displayName}'s documentation in docs/providers.md, under a heading with its name.`,
    ],
    [
      typicalCauses['provider-refused'] !== undefined &&
        typicalCauses['connection-not-working'] !== undefined,
      'Name typical answers for `provider-refused` and `connection-not-working` in typical-causes.ts.',
    ],
    [named(`${double}/provider-name.ts`), `Add '${name}' to ${double}/provider-name.ts.`],
    [
      existsSync(join(root, `${double}/testing/answers/${name}/routes.ts`)),
      `Declare the double's answers in ${double}/testing/answers/${name}/routes.ts.`,
    ],
    [
      demo.objects.every((object) => isKept(name, object)),
      `Let the double keep ${demo.objects.join(', ')}: the demo writes them.`,
    ],
    [
      named('packages/providers/src/adapters.test.ts'),
      'Add a subject to packages/providers/src/adapters.test.ts.',
    ],
    [
      named('services/write-gateway/src/provider-failures.integration.test.ts'),
      'Add the provider to services/write-gateway/src/provider-failures.integration.test.ts.',
    ],
    [
      named('services/write-gateway/src/provider-calls.integration.test.ts'),
      'Count its calls in services/write-gateway/src/provider-calls.integration.test.ts.',
    ],
    [
      read('docs/provider-calls.md').includes(`| ${displayName} |`),
      `Add a column ${displayName} to docs/provider-calls.md.`,
    ],
    ...missing('.env.example', url, call, page, quota).map((variable) => [
      false,
      `Describe ${variable} in .env.example.`,
    ]),
    ...missing('docker-compose.yml', url, call, page, quota).map((variable) => [
      false,
      `Pass ${variable} on in docker-compose.yml: x-providers, x-quotas, or the installations service.`,
    ]),
    ...missing('infra/compose.prod.yml', url, page).map((variable) => [
      false,
      `Name ${variable} in infra/compose.prod.yml, so that no sandbox stands in.`,
    ]),
  ] as const;
}

function isKept(provider: string, object: string): boolean {
  try {
    return sandbox.records(provider as ProviderName, 'acme', object).length === 0;
  } catch {
    return false;
  }
}

test.each(providers)('no step is forgotten for $declaration.name', (provider) => {
  const forgotten = steps(provider).flatMap(([isDone, todo]) => (isDone ? [] : [todo]));
  expect(forgotten).toEqual([]);
});
