import { namesIn } from '@writ/contracts';
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

/** What is told of faults: an answer that says that there are some names at least one. */
export type Issues = readonly [IssueInput, ...IssueInput[]];

export type RefusalFacts = {
  detail?: string;
  /** Every fault found. Their presence makes the answer an input validation problem. */
  issues?: Issues;
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

/** Kinds that say nothing without the places of their faults. */
type PlacedKind = 'invalid-input' | 'malformed-body' | 'not-found';
type Told =
  | [kind: Exclude<ProblemKind, PlacedKind>, facts?: RefusalFacts]
  | [kind: ProblemKind, facts: RefusalFacts & { issues: Issues }];

/** A request that is refused: thrown by endpoints, turned into a problem in one place. */
export class Refusal extends Error {
  readonly kind: ProblemKind;
  readonly facts: RefusalFacts;

  constructor(...[kind, facts = {}]: Told) {
    super(facts.detail ?? kind);
    this.name = 'Refusal';
    this.kind = kind;
    this.facts = facts;
  }
}

/** A refusal that names the places of its faults, so that one answer can tell several (Contract §2). */
export class Fault extends Refusal {
  readonly issues: Issues;

  constructor(kind: ProblemKind, issues: Issues, facts: Omit<RefusalFacts, 'issues'> = {}) {
    const [first, ...others] = issues;
    super(kind, {
      detail: summary(kind, issues),
      ...facts,
      issues: [first, ...others.slice(0, mostIssues - 1)],
    });
    this.issues = issues;
  }
}

/** As many issues as one answer tells: nobody mends more at once, and an answer must not outgrow its request. */
export const mostIssues = 1_000;

/** The input has faults: all of them are named, each once, up to a thousand. */
export const invalidInput = (found: Issues): Fault => new Fault('invalid-input', withoutRepetitions(found));

/** The same where it is not known whether there are any. */
export const faultOf = ([first, ...others]: readonly IssueInput[]): Fault | undefined =>
  first && invalidInput([first, ...others]);

/** @throws the same, where there are any */
export function assertFaultless(found: readonly IssueInput[]): void {
  const fault = faultOf(found);
  if (fault) throw fault;
}

/** The issues of what is at fault, in its order. */
export const issuesOf = <T>(
  [first, ...others]: readonly [T, ...T[]],
  toIssue: (one: T, index: number) => IssueInput,
): Issues => [toIssue(first, 0), ...others.map((one, index) => toIssue(one, index + 1))];
/** The path (or the query or body, for what they name) names something that is not in this project. */
export const notFound = (
  where: 'path' | 'query' | 'body',
  name: string,
  value: unknown,
  detail: string,
): Fault => new Fault('not-found', [{ in: where, name, detail, value }]);

/**
 * Several faults as one refusal that names them all: 404 where a name leads nowhere, else 403, else 400, else what else
 * there is, of the first fault of that status.
 */
export function together(faults: readonly [Fault, ...Fault[]]): Fault {
  const [first, ...others] = faults.toSorted((a, b) => rank(a) - rank(b)) as [Fault, ...Fault[]];
  if (others.length === 0) return first;
  const { detail: _detail, ...facts } = first.facts;
  const issues: Issues = [...first.issues, ...others.flatMap((other) => other.issues)];
  return new Fault(first.kind, withoutRepetitions(issues), facts);
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

function summary(kind: ProblemKind, issues: Issues): string {
  if (issues.length > mostIssues)
    return `The request has more than ${mostIssues} faults; these are the first.`;
  if (issues.length > 1) return `The request has ${issues.length} faults.`;
  return kind === 'invalid-input' ? placed(issues[0]) : issues[0].detail;
}

/** A fault of form with the member that it is about in front, where its words do not begin with that. */
function placed({ in: where, name, detail }: IssueInput): string {
  const field = where === 'body' && name !== '' ? namesIn(name).join('.') : name;
  return field === '' || detail.startsWith(`\`${field}\``) ? detail : `${field}: ${detail}`;
}

/** Two checks that find the same fault say it in the same words. */
function withoutRepetitions([first, ...others]: Issues): Issues {
  const told = new Set([identity(first)]);
  const isNew = (issue: IssueInput): boolean => {
    const before = told.size;
    return told.add(identity(issue)).size > before;
  };
  return [first, ...others.filter(isNew)];
}
const identity = ({ in: where, name, detail }: IssueInput): string =>
  JSON.stringify([where, name.toWellFormed(), detail]);
