import type { TaskWork } from '@writ/task';
import { eraseStep, type EraseDeps } from '../erasing/erase-group.ts';

/** Erases a customer group; the request has counted. */
export const eraseTask = (deps: EraseDeps): TaskWork<never> => ({
  action: 'erase',
  count: () => Promise.resolve({ count: 0, leftOut: {} }),
  examples: () => Promise.resolve([]),
  step: (task, note) => eraseStep(deps, task, note),
});
