import type { Command } from 'commander';
import { exit, usageError, type ExitCode } from '../exit.ts';
import type { Acts, Session } from '../session.ts';
import { checkCredential } from './credential.ts';
import type { Finding } from './finding.ts';
import { checkHost, checkLinks } from './hosts.ts';

type Options = { origin?: string };

export function doctorCommand(program: Command, { actInAll }: Acts): void {
  program
    .command('doctor')
    .helpGroup('Operate:')
    .description(
      "Check that the service is reachable and what the key may do; with an administrator's token also the service itself",
    )
    .option('--origin <origin>', 'Also check that pages of this origin may call it: https://app.example.com')
    .addHelpText(
      'after',
      '\nExit codes: 7 a host or the service has a fault, 4 the credential, 78 pages may not call, 0 otherwise.',
    )
    .action(actInAll<[], Options>(doctor));
}

async function doctor(session: Session, _: [], { origin }: Options): Promise<ExitCode> {
  if (origin !== undefined && URL.parse(origin)?.origin !== origin)
    throw usageError(`${origin} is no origin.`, 'For example: --origin https://app.example.com');
  const { managementUrl, writeUrl } = session.settings;
  const checked = await Promise.all([
    checkHost('management host', managementUrl, origin),
    checkHost('write host', writeUrl, origin),
    checkLinks(managementUrl),
    checkCredential(session),
  ]);
  const findings = checked.flat();
  await session.print.list(
    findings.map(({ code: _code, ...finding }): Finding => finding),
    { LEVEL: 'level', CHECK: 'check', DETAIL: 'detail', 'WHAT TO DO': 'remedy' },
    ({ check }) => check,
  );
  return findings.find(({ code }) => code !== undefined)?.code ?? exit.done;
}
