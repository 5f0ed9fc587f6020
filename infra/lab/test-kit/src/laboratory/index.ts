export {
  obey,
  readExperiment,
  readNamedCommand,
  wholeNumber,
  listOf,
  type ExperimentCommand,
} from './command-line.ts';
export { closedLoop, numbersUntil, openLoop, range } from './loops.ts';
export { runOnce, type LabRun } from './run-once.ts';
export { atMost, noneOf, renderVerdicts, round, type Verdict } from './verdict.ts';
