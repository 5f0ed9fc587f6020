import type { Meant } from '@writ/operation';
import type { Meant as MeantByTask } from '@writ/task';
import { inAllForms } from '../operations/list-filter.ts';

/** What a task means, with the filter by which its operations are found. */
export const meantOperations = <Task extends MeantByTask>(task: Task) => {
  const { filter }: Meant = task;
  return { ...task, filter: inAllForms(filter) };
};
