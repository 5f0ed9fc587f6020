import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { CommandFault, exit } from '../exit.ts';
import { withFile } from '../files.ts';
import { readObject, type JsonRecord } from '../read-object.ts';
import type { Session } from '../session.ts';

/** For whom is written, as the command line says it. */
export type Target = { group?: string; integration?: string };

export const targetOf = (command: Command): Command =>
  command
    .option('-g, --group <groupRef>', 'the customer; in the demo its own')
    .option('-i, --integration <name>', "the integration; in the demo HubSpot's");

/** The customer and the integration; the demo has one of each to begin with. */
export function targetIn({ demo }: Session, options: Target): { group: string; integration: string } {
  const group = options.group ?? demo?.groupRef;
  const integration = options.integration ?? demo?.integrations?.hubspot;
  if (group === undefined || integration === undefined)
    throw new CommandFault(exit.usage, 'Both --group and --integration are needed here.');
  return { group, integration };
}

/** The record that an option gives: as it is, of a file, or of the input; with the id that another one gives. */
export async function recordFrom(
  { data, id }: { data?: string; id?: string },
  { around }: Session,
): Promise<JsonRecord> {
  const read = data === undefined ? { object: {} } : readObject(await jsonOf(data, around.stdin));
  if ('why' in read)
    throw new CommandFault(
      exit.usage,
      `--data ${read.why}.`,
      `For example: --data '{"email":"ada@example.com"}'`,
    );
  const record: JsonRecord = read.object;
  if (id !== undefined && record['id'] !== undefined && record['id'] !== id)
    throw new CommandFault(
      exit.usage,
      `--id is ${id}, and the id in --data another one.`,
      'Give one of them.',
    );
  return { ...record, ...(id !== undefined && { id }) };
}

async function jsonOf(data: string, stdin: Session['around']['stdin']): Promise<string> {
  if (data === '@-') return withFile('The input', text(stdin));
  return data.startsWith('@') ? fileOf(data.slice(1)) : data;
}

/** A file that the command line names. @throws CommandFault when it cannot be read. */
export const fileOf = (path: string): Promise<string> => withFile(path, readFile(path, 'utf8'));
