import type { TaskAction } from '@writ/contracts';
import { toTaskOfOperations, type Meant, type OperationRow } from '@writ/operation';
import type { Extent, LeftOut, StoredTask, TaskStep } from '@writ/task';
import { inAllForms } from '../operations/list-filter.ts';

/** What can be done with many operations, a step at a time. */
export type KindOfTask = {
  action: TaskAction;
  /** What would be done with operations that were there at a moment. */
  extentOf: (which: Meant, at: Date) => Promise<Extent>;
  /** Of what is left out that which no step meets. */
  passedOver: (extent: Extent) => LeftOut;
  /** The newest with which it can be done. */
  examples: (which: Meant) => Promise<readonly OperationRow[]>;
  step: TaskStep;
};

/** The task that a step is of, as its operations are looked for. */
export function taskOfStep(stored: StoredTask) {
  const { filter }: Meant = toTaskOfOperations(stored);
  return { ...stored, filter: inAllForms(filter) };
}

/** Operations of one step: one transaction, well below a second. */
export const operationsPerStep = 100;
export const mostExamples = 5;
