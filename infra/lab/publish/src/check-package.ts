import { readFile } from 'node:fs/promises';
import * as typesCheck from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Packed } from './pack-package.ts';

/** Faults of an archive for those who install it. */
export async function checkPackage({ archive }: Packed): Promise<string[]> {
  const bytes = new Uint8Array(await readFile(archive));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.slice().buffer }, strict: true });
  const types = await typesCheck.checkPackage(typesCheck.createPackageFromTarballData(bytes));
  const typeFaults =
    types.types === false
      ? ['it has no types']
      : types.problems
          .filter(({ kind }) => !accepted.includes(kind))
          .map((problem) => JSON.stringify(problem));
  return [...messages.map((message) => formatMessage(message, pkg) ?? message.code), ...typeFaults];
}

/** ESM only: `require` works since Node 20.19 and 22.12. */
const accepted: readonly string[] = ['CJSResolvesToESM'];
