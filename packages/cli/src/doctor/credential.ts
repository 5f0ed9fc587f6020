import { WritError, WritProblem, type Whoami } from '@writ/sdk';
import type { Session } from '../session.ts';
import { exit, exitCodeOf, faultLines } from '../exit.ts';
import type { Finding } from './finding.ts';

/** It is asked at once: that nobody is there is a finding of its own. */
const limits = { totalMs: 10_000, attemptMs: 5_000, refusedMs: 0 };
const soonMs = 14 * 86_400_000;

/** Who is called for, what they may do and for how long; for administrators also what the service finds of itself. */
export async function lookAtCredential(session: Session): Promise<Finding[]> {
  const { writ, settings } = session;
  try {
    const caller = await writ.whoami(limits);
    const findings = [scopesOf(caller), ...endOf(caller), ...strangeProject(caller, settings.project)];
    return caller.kind === 'admin' ? [...findings, ...(await lookAtService(session))] : findings;
  } catch (fault) {
    if (!(fault instanceof WritError)) throw fault;
    return [
      {
        check: 'credential',
        level: 'fault',
        detail: fault instanceof WritProblem ? faultLines(fault).join(' ') : fault.message,
        remedy:
          fault instanceof WritProblem
            ? 'Make a new one with: npm run admin -- create-key'
            : 'It is tried as soon as the management host answers.',
        code: exitCodeOf(fault) ?? exit.credentials,
      },
    ];
  }
}

const scopesOf = ({ kind, label, project, scopes }: Whoami): Finding => ({
  check: 'credential',
  level: 'ok',
  detail: `${kind} ${label ?? ''} of ${project?.name ?? 'all projects'} may: ${scopes.join(', ')}`,
});

function endOf({ kind, expireTime }: Whoami): Finding[] {
  if (kind !== 'apiKey' || expireTime === undefined || Date.parse(expireTime) - Date.now() > soonMs)
    return [];
  return [
    {
      check: 'end of the key',
      level: 'warning',
      detail: `it ends at ${expireTime}`,
      remedy: 'Make another one with writ keys create, and use it from now on.',
    },
  ];
}

function strangeProject({ project }: Whoami, meant: string): Finding[] {
  if (meant === '' || project === undefined || [project.id, project.name].includes(meant)) return [];
  return [
    {
      check: 'project',
      level: 'fault',
      detail: `the key is of the project ${project.name}, not of ${meant}`,
      remedy: `Name ${project.name} as the project, or use a key of ${meant}.`,
      code: exit.credentials,
    },
  ];
}

const levels = { error: 'fault', warning: 'warning', info: 'info' } as const;

async function lookAtService({ writ, settings }: Session): Promise<Finding[]> {
  const [{ findings }, projects] = await Promise.all([writ.admin.system(limits), writ.projects.list(limits)]);
  const isKnown =
    settings.project === '' || projects.some(({ id, name }) => [id, name].includes(settings.project));
  const found = findings.map(({ code: check, level, title, detail, remedy }): Finding => ({
    check,
    level: levels[level],
    detail: `${title}: ${detail}`,
    remedy,
    ...(level === 'error' && { code: exit.unavailable }),
  }));
  const well: Finding = { check: 'service', level: 'ok', detail: 'it finds nothing wrong with itself' };
  const unknown: Finding = {
    check: 'project',
    level: 'fault',
    detail: `there is no project ${settings.project}`,
    remedy: `Name one of these: ${projects.map(({ name }) => name).join(', ')}`,
    code: exit.notFound,
  };
  return [...(isKnown ? [] : [unknown]), ...(found.length === 0 ? [well] : found)];
}
