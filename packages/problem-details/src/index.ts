export { issuesOf } from './issues-of.ts';
export { nearestName } from './nearest-name.ts';
export { problemKinds, type ProblemKind } from './problem-kinds.ts';
export {
  invalidInput,
  mostIssues,
  notFound,
  Refusal,
  type IssueInput,
  type RefusalFacts,
} from './refusal.ts';
export { toProblem, type ProblemAnswer, type ProblemSettings } from './to-problem.ts';
export { createSchemaCompiler, type CompileSchema, type Validator } from './validator.ts';
