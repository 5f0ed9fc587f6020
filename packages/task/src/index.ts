export { addTask, momentOf, type NewTask } from './add-task.ts';
export { archiveChunks, archiveKeptMs, hasArchive, removeArchives } from './archive.ts';
export {
  eraseTasks,
  erasureParts,
  eraseTasksOfProject,
  findProjectErasure,
  forceProjectErasure,
  removeTask,
  rowsPerStep,
  stopTasksOfProject,
} from './erase-tasks.ts';
export { exportWork, type ExportedPage, type ExportStep } from './export-work.ts';
export { cameOfTask, findTask, listTasks, stopTask } from './read-tasks.ts';
export { removeTasks } from './retention.ts';
export { itemsPerStep, runTasks, type FilteredWork, type TaskWork } from './run-tasks.ts';
export { previewTask, startTask } from './start-task.ts';
export type { NoteStep, StepEnd } from './steps.ts';
export {
  countReasons,
  removesOrExports,
  plus,
  sumOf,
  toExtent,
  toLeftOut,
  type Extent,
  type LeftOut,
  type Meant,
  type StoredTask,
} from './task.ts';
