export { nearestName } from './nearest-name.ts';
export { outcomeUnknown } from './outcome-unknown.ts';
export { problemKinds, type ProblemKind } from './problem-kinds.ts';
export {
  assertFaultless,
  existing,
  Fault,
  faultOf,
  invalidInput,
  issuesOf,
  mostIssues,
  notFound,
  Refusal,
  together,
  withoutFaults,
  type Found,
  type IssueInput,
  type Issues,
  type RefusalFacts,
} from './refusal.ts';
export { shapeFaults, type ShapeFault } from './shape-faults.ts';
export { toProblem, type ProblemAnswer, type ProblemSettings } from './to-problem.ts';
export { createSchemaCompiler, type CompileSchema, type Validator } from './validator.ts';
