export { laboratory, wholeNumber } from './command-line.ts';
export { experimentProgram } from './experiments.ts';
export { closedLoop, numbersUntil, openLoop, range } from './loops.ts';
export type { LabRun } from './run-once.ts';
export { runOnce } from './run-once.ts';
export { atMost, noneOf, renderVerdicts, round, type Verdict } from './verdict.ts';
