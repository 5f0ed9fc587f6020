import type { TaskAction } from '@writ/contracts';
import type { Meant, OperationRow } from '@writ/operation';
import type { Extent, LeftOut, TaskStep } from '@writ/task';

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

/** Operations of one step: one transaction, well below a second. */
export const operationsPerStep = 100;
export const mostExamples = 5;
