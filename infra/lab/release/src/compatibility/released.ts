import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contractBreaks } from './contract-breaks.ts';
import { contractOf, type Contract } from './contract-of.ts';

/** Paths of both hosts' documents. */
const documents = {
  management: 'services/installations/openapi/management.json',
  write: 'services/write-gateway/openapi/write.json',
};
const releasedFile = (name: string): string => `infra/lab/release/released/${name}.json`;
const acceptedFile = releasedFile('accepted');

/** A deliberate break, in the check's words, and the reason. */
type Accepted = { break: string; because: string };

/** Stores a checkout's documents as its release's, and clears the accepted breaks. */
export async function keepContracts(root: string): Promise<void> {
  for (const [name, file] of Object.entries(documents)) {
    const contract = contractOf(await readJson<Contract>(root, file));
    await mkdir(dirname(join(root, releasedFile(name))), { recursive: true });
    await writeFile(join(root, releasedFile(name)), `${JSON.stringify(contract)}\n`);
  }
  await writeFile(join(root, acceptedFile), '[]\n');
}

/** Breaks since the last release, and accepted ones that do not occur. */
export async function unacceptedBreaks(root: string): Promise<{ breaks: string[]; unneeded: string[] }> {
  const found: string[] = [];
  for (const [name, file] of Object.entries(documents)) {
    const released = await readJson<Contract>(root, releasedFile(name));
    found.push(...contractBreaks(released, contractOf(await readJson<Contract>(root, file))));
  }
  const accepted = (await readJson<Accepted[]>(root, acceptedFile)).map((entry) => entry.break);
  return {
    breaks: found.filter((line) => !accepted.includes(line)),
    unneeded: accepted.filter((line) => !found.includes(line)),
  };
}

const readJson = async <Content>(root: string, file: string): Promise<Content> =>
  JSON.parse(await readFile(join(root, file), 'utf8')) as Content;
