import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProcess } from '@writ/test-kit';
import { checkout, leanFlags, programs, type Program } from './programs.ts';

let compiled: string;
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'writ-compiled-'));
});
afterAll(() => rm(compiled, { recursive: true }));

/** At its exit, the process reports whether Node loaded the type stripper. */
const tellCompiler = `data:text/javascript,process.on('exit', () =>
  console.log(process.moduleLoadList.some((name) => name.includes('amaro')) ? 'compiles' : 'was compiled'))`;

/** Without configuration, as in the image's build. */
async function startAndEnd({
  main,
  nodeFlags,
}: Pick<Program, 'main' | 'nodeFlags'>): Promise<{ code: number | null; output: string }> {
  const started = await startProcess({
    command: process.execPath,
    args: [...nodeFlags, '--import', tellCompiler, join(checkout, main)],
    env: { NODE_COMPILE_CACHE: compiled, SANDBOX_PORT: 'none' },
  });
  const { code } = await started.waitForExit();
  await started.close();
  return { code, output: started.output() };
}

const ofImages = [
  ...Object.values(programs),
  { main: 'infra/lab/stack/src/prepare.main.ts', nodeFlags: leanFlags },
];

test.each(ofImages)(
  '$main is compiled by its first start alone, which ends at its configuration',
  async (program) => {
    await startAndEnd(program);
    expect(await startAndEnd(program)).toEqual({
      code: 78,
      output: expect.stringContaining('was compiled'),
    });
  },
);
