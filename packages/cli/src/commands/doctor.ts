import { WritError, type Whoami } from '@writ/sdk';
import type { Command } from 'commander';
import { exit, exitCodeOf, faultLines, type ExitCode } from '../exit.ts';
import type { Act, Session } from './session.ts';

/** Something that was looked at; with a remedy where it is not well. */
type Finding = { check: string; level: 'ok' | 'warning' | 'fault'; detail: string; remedy?: string };

const readinessLimitMs = 5000;
const skewSeconds = 30;

export function doctorCommand(program: Command, act: Act): void {
  program
    .command('doctor')
    .description(
      'looks whether the service can be reached and what the key may do; ends with 7 or 4 when not',
    )
    .action(act<[], object>(doctor));
}

async function doctor(session: Session): Promise<ExitCode> {
  const { managementUrl, writeUrl } = session.settings;
  const hosts = await Promise.all([
    readiness('management host', managementUrl),
    readiness('write host', writeUrl),
  ]);
  const credential = await credentialOf(session);
  const findings = [...hosts.flat(), credential.finding];
  const columns = {
    LEVEL: ({ level }: Finding) => level,
    CHECK: ({ check }: Finding) => check,
    DETAIL: ({ detail }: Finding) => detail,
    REMEDY: ({ remedy }: Finding) => remedy,
  };
  await session.print.list(findings, columns, ({ check }) => check);
  if (hosts.flat().some(({ level }) => level === 'fault')) return exit.unavailable;
  return credential.code;
}

/** Whether a host and what it stands on are there, and whether its clock is ours. */
async function readiness(check: string, baseUrl: string): Promise<Finding[]> {
  const url = `${baseUrl.replace(/\/v1\/?$/, '')}/readyz`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(readinessLimitMs) });
    const skew = Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1000;
    const clock: Finding[] =
      skew > skewSeconds
        ? [
            {
              check: `clock of the ${check}`,
              level: 'warning',
              detail: `${Math.round(skew)} s apart from this machine's`,
              remedy: 'Set both by NTP: tokens and webhooks are judged by their time.',
            },
          ]
        : [];
    const detail = (await answer.text()).slice(0, 300);
    if (answer.ok) return [{ check, level: 'ok', detail: `${url} is ready` }, ...clock];
    const remedy = 'Look at what the answer names, and at the log of the host.';
    return [
      { check, level: 'fault', detail: `${url} answers ${answer.status}: ${detail}`, remedy },
      ...clock,
    ];
  } catch (fault) {
    const { message, cause } = fault as Error;
    const why = cause instanceof Error ? cause.message : message;
    const remedy = 'Is it running, and is the address right? npm start starts it.';
    return [{ check, level: 'fault', detail: `${url}: ${why}`, remedy }];
  }
}

async function credentialOf({ writ }: Session): Promise<{ finding: Finding; code: ExitCode }> {
  const check = 'credential';
  try {
    return {
      finding: { check, level: 'ok', detail: scopesOf(await writ.whoami({ totalMs: 10_000 })) },
      code: exit.done,
    };
  } catch (fault) {
    if (!(fault instanceof WritError)) throw fault;
    const [title = '', ...lines] = faultLines(fault);
    const remedy = 'Make a new one with: npm run admin -- create-key';
    return {
      finding: { check, level: 'fault', detail: [title, ...lines].join(' '), remedy },
      code: exitCodeOf(fault) ?? exit.credentials,
    };
  }
}

const scopesOf = ({ kind, label, project, scopes }: Whoami): string =>
  `${kind} ${label ?? ''} of ${project?.name ?? 'all projects'} may: ${scopes.join(', ')}`;
