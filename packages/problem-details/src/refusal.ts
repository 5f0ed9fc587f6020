import type { ProblemKind } from './problem-kinds.ts';

export type IssueInput = {
  in: 'body' | 'header' | 'path' | 'query';
  /** JSON Pointer of a body field; name of a header or parameter. */
  name: string;
  detail: string;
  context?: Record<string, unknown>;
  /** The erroneous input; left out where there is none, and never a credential. */
  value?: unknown;
  remedy?: string;
};

export type RefusalFacts = {
  detail?: string;
  /** Every fault found. Their presence makes the answer an input validation problem. */
  issues?: readonly IssueInput[];
  remedy?: string;
  retryable?: boolean;
  retryAfter?: Date;
  context?: Record<string, unknown>;
  causes?: readonly string[];
  subsystem?: string;
  /** Further headers of the answer (`Allow`, `WWW-Authenticate`). */
  headers?: Readonly<Record<string, string>>;
};

/** A request that is refused: thrown by endpoints, turned into a problem in one place. It knows no status. */
export class Refusal extends Error {
  readonly kind: ProblemKind;
  readonly facts: RefusalFacts;
  constructor(kind: ProblemKind, facts: RefusalFacts = {}) {
    super(facts.detail ?? kind);
    this.name = 'Refusal';
    this.kind = kind;
    this.facts = facts;
  }
}

/** As many issues as one answer tells: nobody mends more at once, and an answer must not outgrow its request. */
export const mostIssues = 1_000;

/** The input has faults: all of them are named, each once, up to a thousand. */
export function invalidInput(found: readonly IssueInput[]): Refusal {
  const all = [...Map.groupBy(found, identity).values()].flatMap(([first]) => (first ? [first] : []));
  return new Refusal('invalid-input', { detail: summary(all), issues: all.slice(0, mostIssues) });
}

function summary(issues: readonly IssueInput[]): string {
  if (issues.length > mostIssues)
    return `The request has more than ${mostIssues} faults; these are the first.`;
  return issues.length === 1 ? (issues[0]?.detail ?? '') : `The request has ${issues.length} faults.`;
}

/** Two checks that find the same fault say it in the same words. */
const identity = ({ in: where, name, detail }: IssueInput): string =>
  JSON.stringify([where, name.toWellFormed(), detail]);

/** The path (or, for ids in a body, the body) names something that is not in this project. */
export const notFound = (where: 'path' | 'body', name: string, value: unknown, detail: string): Refusal =>
  new Refusal('not-found', { detail, issues: [{ in: where, name, detail, value }] });
