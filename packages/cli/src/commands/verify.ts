import { verifyWebhook } from '@writ/sdk';
import type { Command } from 'commander';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import { lookingAt } from '../options.ts';
import type { ActAlone, Alone } from '../session.ts';
import { fileOf } from './write-target.ts';

export function verifyCommand(program: Command, alone: ActAlone): void {
  lookingAt(program.command('verify'))
    .helpGroup('Events:')
    .description('says whether a webhook is signed by a secret, and of this moment')
    .option('--secret <secret>', 'whsec_…, better as WRIT_WEBHOOK_SECRET; several are parted by commas')
    .requiredOption('--headers <file>', 'its headers as a JSON object, or a line each')
    .requiredOption('--body <file>', 'its body, byte by byte')
    .action(alone<[], Webhook>(verify));
}

type Webhook = { secret?: string; headers: string; body: string };

async function verify({ around, print }: Alone, _: [], given: Webhook): Promise<ExitCode> {
  const secret = given.secret ?? (around.env['WRIT_WEBHOOK_SECRET'] || undefined);
  if (secret === undefined)
    throw new CommandFault(exit.usage, 'No secret is given.', 'Set WRIT_WEBHOOK_SECRET, or give --secret.');
  const [headers, body] = await Promise.all([fileOf(given.headers), fileOf(given.body)]);
  const event = await verifyWebhook(body, headersOf(given.headers, headers), secret.split(',')).catch(
    (fault: unknown) => {
      throw new CommandFault(exit.writeFailed, fault instanceof Error ? fault.message : String(fault));
    },
  );
  print.one(event, event.id);
  return exit.done;
}

const headersOf = (path: string, text: string): Record<string, string> => {
  if (text.trimStart().startsWith('{')) return jsonOf(path, text);
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
};

function jsonOf(path: string, text: string): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw new CommandFault(exit.usage, `${path}: it is neither a JSON object nor a header a line`);
  }
}
