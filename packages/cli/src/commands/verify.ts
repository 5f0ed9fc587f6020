import { verifyWebhook } from '@writ/sdk';
import type { Command } from 'commander';
import { CommandError, exit, usageError } from '../exit.ts';
import { usingOnly } from '../options.ts';
import type { Acts, Alone } from '../session.ts';
import { fileOf } from './write-target.ts';

export function verifyCommand(program: Command, { alone }: Acts): void {
  usingOnly(program.command('verify'))
    .helpGroup('Events:')
    .description('Check the signature and the time of a webhook')
    .option('--secret <secret>', 'whsec_…, better as WRIT_WEBHOOK_SECRET; separate several by commas')
    .requiredOption('--headers <file>', 'Its headers as a JSON object, or one a line')
    .requiredOption('--body <file>', 'Its body, byte by byte')
    .action(alone<[], Webhook>(verify));
}

type Webhook = { secret?: string; headers: string; body: string };

async function verify({ around, print }: Alone, _: [], given: Webhook): Promise<void> {
  const secret = given.secret ?? (around.env['WRIT_WEBHOOK_SECRET'] || undefined);
  if (secret === undefined)
    throw usageError('No secret is given.', 'Set WRIT_WEBHOOK_SECRET, or give --secret.');
  const [headers, body] = await Promise.all([fileOf(given.headers), fileOf(given.body)]);
  const event = await verifyWebhook(body, headersOf(given.headers, headers), secret.split(',')).catch(
    (error: unknown) => {
      throw new CommandError(exit.writeFailed, error instanceof Error ? error.message : String(error));
    },
  );
  print.one(event, event.id);
}

function headersOf(path: string, text: string): Record<string, string> {
  if (!text.trimStart().startsWith('{'))
    return Object.fromEntries(
      text.split(/\r?\n/).flatMap((line) => {
        const colon = line.indexOf(':');
        return colon === -1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
      }),
    );
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw usageError(`${path}: it has neither a JSON object nor one header a line`);
  }
}
