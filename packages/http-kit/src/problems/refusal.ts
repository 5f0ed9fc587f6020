import { factsOf, type ProblemKind } from './problem-kinds.ts';

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
  /** Members that the problem has beside those of every problem. */
  members?: Readonly<Record<string, unknown>>;
  /** Further headers of the answer (`Allow`, `WWW-Authenticate`). */
  headers?: Readonly<Record<string, string>>;
};

/** A request that is refused: thrown by endpoints, turned into a problem in one place. */
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

/** A refusal that names the places of its faults, so that one answer can tell several (Contract §2). */
export class Fault extends Refusal {
  readonly issues: readonly IssueInput[];
  constructor(kind: ProblemKind, issues: readonly IssueInput[], facts: Omit<RefusalFacts, 'issues'> = {}) {
    super(kind, { detail: summary(issues), ...facts, issues: issues.slice(0, mostIssues) });
    this.issues = issues;
  }
}

/** As many issues as one answer tells: nobody mends more at once, and an answer must not outgrow its request. */
export const mostIssues = 1_000;

/** The input has faults: all of them are named, each once, up to a thousand. */
export const invalidInput = (found: readonly IssueInput[]): Fault =>
  new Fault('invalid-input', withoutRepetitions(found));

/** The same where it is not known whether there are any. */
export const faultOf = (found: readonly IssueInput[]): Fault | undefined =>
  found.length > 0 ? invalidInput(found) : undefined;

/** The path (or, for ids in a body, the body) names something that is not in this project. */
export const notFound = (where: 'path' | 'body', name: string, value: unknown, detail: string): Fault =>
  new Fault('not-found', [{ in: where, name, detail, value }]);

/**
 * Several faults as one refusal that names them all: 404 where a name leads nowhere, else 403, else 400, else what else
 * there is, of the first fault of that status.
 */
export function together(faults: readonly [Fault, ...Fault[]]): Fault {
  const [first, ...others] = faults.toSorted((a, b) => rank(a) - rank(b)) as [Fault, ...Fault[]];
  if (others.length === 0) return first;
  const { detail: _detail, ...facts } = first.facts;
  return new Fault(first.kind, withoutRepetitions([first, ...others].flatMap(({ issues }) => issues)), facts);
}

/** What a look found, by name, where none of it is a fault. */
export type Found<Looked> = { [Name in keyof Looked]: Exclude<Looked[Name], Fault> };

/** What a look gave, once it is certain that it holds no fault. @throws Fault that tells all of them. */
export function withoutFaults<Looked extends object>(looked: Looked): Found<Looked> {
  const [first, ...others] = Object.values(looked).filter((one) => one instanceof Fault);
  if (first) throw together([first, ...others]);
  return looked as Found<Looked>;
}

const statusesInTurn = [404, 403, 400];

function rank({ kind }: Fault): number {
  const place = statusesInTurn.indexOf(factsOf(kind).status);
  return place === -1 ? statusesInTurn.length : place;
}

function summary(issues: readonly IssueInput[]): string {
  if (issues.length > mostIssues)
    return `The request has more than ${mostIssues} faults; these are the first.`;
  return issues.length === 1 ? (issues[0]?.detail ?? '') : `The request has ${issues.length} faults.`;
}

/** Two checks that find the same fault say it in the same words. */
const withoutRepetitions = (issues: readonly IssueInput[]): readonly IssueInput[] =>
  [...Map.groupBy(issues, identity).values()].flatMap(([first]) => (first ? [first] : []));

const identity = ({ in: where, name, detail }: IssueInput): string =>
  JSON.stringify([where, name.toWellFormed(), detail]);
