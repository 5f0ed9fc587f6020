import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { usageError } from '../exit.ts';
import { withFile } from '../files.ts';
import { readObject, type JsonRecord } from '../read-object.ts';
import type { Session } from '../session.ts';

export type Target = { group?: string; integration?: string };

export const targetOf = (command: Command): Command =>
  command
    .argument('<object>', 'Object that is written, such as contacts')
    .option('-g, --group <groupRef>', 'The customer; default in the demo: acme')
    .option('-i, --integration <name>', 'The integration; default in the demo: demo-hubspot');

export const dataOption = [
  '-d, --data <json>',
  'The record as JSON; @file reads a file, @- the input',
] as const;
export const idOption = ['--id <id>', "The CRM's id of the record, if the data has none"] as const;

export function targetIn({ demo }: Session, options: Target): { group: string; integration: string } {
  const group = options.group ?? demo?.groupRef;
  const integration = options.integration ?? demo?.integrations?.hubspot;
  if (group === undefined || integration === undefined)
    throw usageError('Both --group and --integration are needed here.');
  return { group, integration };
}

export async function recordFrom(
  { data, id }: { data?: string; id?: string },
  { around }: Session,
): Promise<JsonRecord> {
  const read = data === undefined ? { object: {} } : readObject(await jsonOf(data, around.stdin));
  if ('why' in read)
    throw usageError(`--data ${read.why}.`, `For example: --data '{"email":"ada@example.com"}'`);
  const record: JsonRecord = read.object;
  if (id !== undefined && record['id'] !== undefined && record['id'] !== id)
    throw usageError(`--id is ${id}, and --data has another id.`, 'Give one of them.');
  return { ...record, ...(id !== undefined && { id }) };
}

async function jsonOf(data: string, stdin: Session['around']['stdin']): Promise<string> {
  if (data === '@-') return withFile('The input', text(stdin));
  return data.startsWith('@') ? fileOf(data.slice(1)) : data;
}

/** @throws CommandError if the file cannot be read */
export const fileOf = (path: string): Promise<string> => withFile(path, readFile(path, 'utf8'));
