import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const checkout = join(import.meta.dirname, '../../..');

/** What the compiler finds in a module of somebody who uses this library, as strictly as we look at ours. */
async function faultsOf(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'writ-sdk-types-'));
  const settings = {
    extends: join(checkout, 'tsconfig.json'),
    compilerOptions: {
      typeRoots: [join(checkout, 'node_modules/@types')],
      paths: { '@writ/sdk': [join(import.meta.dirname, 'index.ts')] },
    },
    include: ['example.mts'],
    exclude: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'example.mts'), source);
  const tsc = join(checkout, 'node_modules/typescript7/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--project', folder]).catch(
    (fault: unknown) => fault as { stdout: string },
  );
  await rm(folder, { recursive: true });
  return stdout;
}

test('the example of the README compiles as TypeScript', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  expect(example).toContain('acme.createMany');
  expect(await faultsOf(example)).toBe('');
});

test('a record may be an interface, and results tell by `success` what they hold', async () => {
  const source = `
    import type { Customer } from '@writ/sdk';
    interface Contact { email: string }
    export async function write(acme: Customer, ada: Contact): Promise<string> {
      const { recordId } = await acme.create('contacts', ada);
      for (const result of await acme.updateMany('contacts', [{ ...ada, id: recordId }]))
        return result.success ? result.recordId : result.errors[0].message;
      const created: (string | undefined)[] = (await acme.createMany('contacts', [ada])).map(({ recordId: id }) => id);
      return created[0] ?? recordId;
    }`;
  expect(await faultsOf(source)).toBe('');
  expect(await faultsOf(source.replace('(string | undefined)[]', 'string[]'))).toContain('TS2322');
  expect(await faultsOf(source.replace(/result.success \? (.*) : .*;/, '$1'))).toContain('TS2322');
});
