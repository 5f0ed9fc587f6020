import type { TaskWork } from '@writ/task';
import { eraseStep, type EraseDeps } from '../erasing/erase-group.ts';

/** The request has counted. */
export const eraseTask = (deps: EraseDeps): TaskWork => ({
  action: 'erase',
  step: (task, note) => eraseStep(deps, task, note),
});
