import type { Command } from 'commander';
import type { Act, Session } from '../session.ts';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import type { Columns } from '../output.ts';
import { lookAtCredential } from './credential.ts';
import type { Finding } from './finding.ts';
import { lookAtHost, lookAtLinks } from './hosts.ts';

type Options = { origin?: string };

export function doctorCommand(program: Command, act: Act): void {
  program
    .command('doctor')
    .helpGroup('Operate:')
    .description(
      "looks whether the service can be reached and what the key may do; with an administrator's token also what the service finds wrong with itself",
    )
    .option('--origin <origin>', 'also whether pages of this origin may call it: https://app.example.com')
    .addHelpText(
      'after',
      '\nExit: 7 a host or the service is not well, 4 the credential, 78 pages may not call, 0 otherwise.',
    )
    .action(act<[], Options>(doctor));
}

const columns: Columns<Finding> = {
  LEVEL: ({ level }) => level,
  CHECK: ({ check }) => check,
  DETAIL: ({ detail }) => detail,
  'WHAT TO DO': ({ remedy }) => remedy,
};

async function doctor(session: Session, _: [], { origin }: Options): Promise<ExitCode> {
  if (origin !== undefined && URL.parse(origin)?.origin !== origin)
    throw new CommandFault(
      exit.usage,
      `${origin} is no origin.`,
      'For example: --origin https://app.example.com',
    );
  const { managementUrl, writeUrl } = session.settings;
  const looked = await Promise.all([
    lookAtHost('management host', managementUrl, origin),
    lookAtHost('write host', writeUrl, origin),
    lookAtLinks(managementUrl),
    lookAtCredential(session),
  ]);
  const findings = looked.flat();
  const shown = findings.map(({ code: _code, ...finding }): Finding => finding);
  await session.print.list(shown, columns, ({ check }) => check);
  return findings.find(({ code }) => code !== undefined)?.code ?? exit.done;
}
