import { WritError, WritProblem, type Whoami } from '@writ/sdk';
import { errorLines, exit, exitCodeOf } from '../exit.ts';
import type { Session } from '../session.ts';
import { fault, ok, warning, type Finding } from './finding.ts';

/** Asks once. */
const limits = { totalMs: 10_000, attemptMs: 5_000, refusedMs: 0 };
const soonMs = 14 * 86_400_000;

/** For administrators also checks the service itself. */
export async function checkCredential(session: Session): Promise<Finding[]> {
  const { writ, settings } = session;
  try {
    const caller = await writ.whoami(limits);
    const findings = [scopesOf(caller), ...endOf(caller), ...strangeProject(caller, settings.project)];
    return caller.kind === 'admin' ? [...findings, ...(await checkService(session))] : findings;
  } catch (error) {
    if (!(error instanceof WritError)) throw error;
    const isRefused = error instanceof WritProblem;
    const detail = isRefused ? errorLines(error).join(' ') : error.message;
    const remedy = isRefused
      ? 'Make a new one with: npm run admin -- create-key'
      : 'First make the management host answer.';
    return [fault('credential', detail, remedy, exitCodeOf(error) ?? exit.credentials)];
  }
}

const scopesOf = ({ kind, label, project, scopes }: Whoami): Finding =>
  ok('credential', `${kind} ${label ?? ''} of ${project?.name ?? 'all projects'} may: ${scopes.join(', ')}`);

function endOf({ kind, expireTime }: Whoami): Finding[] {
  if (kind !== 'apiKey' || expireTime === undefined || Date.parse(expireTime) - Date.now() > soonMs)
    return [];
  const remedy = 'Make another one with writ keys create, and use it from now on.';
  return [warning('end of the key', `it expires at ${expireTime}`, remedy)];
}

function strangeProject({ project }: Whoami, meant: string): Finding[] {
  if (meant === '' || project === undefined || [project.id, project.name].includes(meant)) return [];
  const detail = `the key is of the project ${project.name}, not of ${meant}`;
  const remedy = `Name ${project.name} as the project, or use a key of ${meant}.`;
  return [fault('project', detail, remedy, exit.credentials)];
}

const levels = { error: 'fault', warning: 'warning', info: 'info' } as const;

async function checkService({ writ, settings: { project } }: Session): Promise<Finding[]> {
  const [{ findings }, projects] = await Promise.all([writ.admin.system(limits), writ.projects.list(limits)]);
  const isKnown = project === '' || projects.some(({ id, name }) => [id, name].includes(project));
  const remedy = `Name one of these: ${projects.map(({ name }) => name).join(', ')}`;
  const unknown = fault('project', `there is no project ${project}`, remedy, exit.notFound);
  const found = findings.map(({ code, level, title, detail, remedy: what }): Finding => ({
    check: code,
    level: levels[level],
    detail: `${title}: ${detail}`,
    remedy: what,
    ...(level === 'error' && { code: exit.unavailable }),
  }));
  if (found.length === 0) found.push(ok('service', 'it finds nothing wrong with itself'));
  return [...(isKnown ? [] : [unknown]), ...found];
}
