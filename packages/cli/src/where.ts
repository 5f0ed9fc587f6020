import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWrit, type WritSettings } from '@writ/sdk';
import { CommandFault, exit } from './exit.ts';
import type { Surroundings } from './surroundings.ts';

/** The file that `npm start` leaves. */
type DemoFile = { integrations?: { hubspot?: string }; groupRef?: string } & Partial<Record<Setting, string>>;
type Setting = 'managementUrl' | 'writeUrl' | 'project' | 'apiKey';

const variables: Readonly<Record<Setting, string>> = {
  managementUrl: 'WRIT_MANAGEMENT_URL',
  writeUrl: 'WRIT_WRITE_URL',
  project: 'WRIT_PROJECT',
  apiKey: 'WRIT_API_KEY',
};

/** Where the service is, and as whom it is called. */
export type Where = {
  settings: WritSettings;
  writ: ReturnType<typeof createWrit>;
  demo: DemoFile | undefined;
};

/** Variables first; without any, the demo of a running `npm start`. @throws CommandFault naming all that is missing. */
export async function whereFrom({ env }: Pick<Surroundings, 'env'>): Promise<Where> {
  const token = env['WRIT_TOKEN'];
  const given = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, env[variable]]),
  );
  const isGiven = token !== undefined || Object.values(given).some((value) => value !== undefined);
  const demo = isGiven ? undefined : await demoOf(env['DATA_DIR'] ?? '.data');
  const found: Partial<Record<Setting, string | undefined>> = demo ?? given;
  const needed = Object.entries(variables).filter(([name]) => name !== 'apiKey' || token === undefined);
  const missing = needed
    .filter(([name]) => found[name as Setting] === undefined)
    .map(([, variable]) => variable);
  if (missing.length > 0)
    throw new CommandFault(
      exit.configuration,
      `Not known: ${missing.join(', ')}.`,
      'Set these variables (WRIT_TOKEN in place of WRIT_API_KEY for a bearer token), or start the demo: npm start',
    );
  const { managementUrl = '', writeUrl = '', project = '', apiKey = '' } = found;
  const credential = token === undefined ? { apiKey } : { token };
  const settings: WritSettings = { managementUrl, writeUrl, project, ...credential };
  return { settings, writ: createWrit(settings), demo };
}

async function demoOf(dataDir: string): Promise<DemoFile | undefined> {
  const text = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as DemoFile;
  } catch {
    throw new CommandFault(exit.configuration, `${join(dataDir, 'demo.json')} is no JSON.`);
  }
}
