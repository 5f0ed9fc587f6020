export { withoutFaults, type Found } from './found.ts';
export { nearestName } from './nearest-name.ts';
export { problemKinds, type ProblemKind } from './problem-kinds.ts';
export {
  Fault,
  faultOf,
  invalidInput,
  mostIssues,
  notFound,
  Refusal,
  together,
  type IssueInput,
  type RefusalFacts,
} from './refusal.ts';
export { toProblem, type ProblemAnswer, type ProblemSettings } from './to-problem.ts';
export { createSchemaCompiler, type CompileSchema, type Validator } from './validator.ts';
