import type { ProjectAnswer } from '@writ/contracts';
import type { Project } from '@writ/tenancy';
import { timesOf } from './times-of.ts';

export const projectAnswer = (project: Project): ProjectAnswer => ({
  id: project.id,
  name: project.name,
  appName: project.appName,
  ...timesOf(project),
});
