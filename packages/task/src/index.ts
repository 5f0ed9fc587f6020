export { addTask, momentOf } from './add-task.ts';
export { cameOfTask, findTask, listTasks, stopTask } from './read-tasks.ts';
export { removeTasks } from './retention.ts';
export { runTasks, type TaskStep } from './run-tasks.ts';
export type { NoteStep, StepEnd } from './steps.ts';
export {
  countReasons,
  goesOnCounting,
  moreOf,
  plus,
  sumOf,
  toExtent,
  toLeftOut,
  type Extent,
  type LeftOut,
  type StoredTask,
} from './task.ts';
