import { namesIn } from '@writ/contracts';
import { problemKinds, type ProblemKind } from './problem-kinds.ts';

export type IssueInput = {
  in: 'body' | 'header' | 'path' | 'query';
  /** JSON Pointer in the body; name of a header or parameter. */
  name: string;
  detail: string;
  context?: Record<string, unknown>;
  /** The wrong input. Never a credential. */
  value?: unknown;
  remedy?: string;
};

/** At least one issue. */
export type Issues = readonly [IssueInput, ...IssueInput[]];

export type RefusalFacts = {
  detail?: string;
  /** They make the problem an input validation problem. */
  issues?: Issues;
  remedy?: string;
  retryable?: boolean;
  retryAfter?: Date;
  context?: Record<string, unknown>;
  causes?: readonly string[];
  subsystem?: string;
  /** Further members of the problem. */
  members?: Readonly<Record<string, unknown>>;
  /** Such as `Allow` and `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>;
};

/** Kinds that need issues. */
type PlacedKind = 'invalid-input' | 'malformed-body' | 'not-found';
type Told =
  | [kind: Exclude<ProblemKind, PlacedKind>, facts?: RefusalFacts]
  | [kind: ProblemKind, facts: RefusalFacts & { issues: Issues }];

/** A refused request: endpoints throw it, one place turns it into a problem. */
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

/** A refusal with issues; several can be reported together (Contract §2). */
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

/** An answer must not outgrow its request. */
export const mostIssues = 1_000;

/** At most `mostIssues`, each once. */
export const invalidInput = (found: Issues): Fault => new Fault('invalid-input', withoutRepetitions(found));

/** Undefined without issues. */
export const faultOf = ([first, ...others]: readonly IssueInput[]): Fault | undefined =>
  first && invalidInput([first, ...others]);

/** @throws Fault with these issues, if there are any */
export function assertFaultless(found: readonly IssueInput[]): void {
  const fault = faultOf(found);
  if (fault) throw fault;
}

/** One issue for each, in order. */
export const issuesOf = <T>(
  [first, ...others]: readonly [T, ...T[]],
  toIssue: (one: T, index: number) => IssueInput,
): Issues => [toIssue(first, 0), ...others.map((one, index) => toIssue(one, index + 1))];
/** Something that the request names does not exist in the project. */
export const notFound = (
  where: 'path' | 'query' | 'body',
  name: string,
  value: unknown,
  detail: string,
): Fault => new Fault('not-found', [{ in: where, name, detail, value }]);

/** What a path parameter names. @throws Fault (404) if nothing was found */
export function existing<Named>(
  found: Named | undefined,
  name: string,
  value: unknown,
  detail: string,
): Named {
  if (found === undefined) throw notFound('path', name, value, detail);
  return found;
}

/**
 * Combines faults into one with all issues. Its status: 404 if there is one, else 403, else 400, else that of
 * the first.
 */
export function together(faults: readonly [Fault, ...Fault[]]): Fault {
  const [first, ...others] = faults.toSorted((a, b) => rank(a) - rank(b)) as [Fault, ...Fault[]];
  if (others.length === 0) return first;
  const { detail: _detail, ...facts } = first.facts;
  const issues: Issues = [...first.issues, ...others.flatMap((other) => other.issues)];
  return new Fault(first.kind, withoutRepetitions(issues), facts);
}

export type Found<Looked> = { [Name in keyof Looked]: Exclude<Looked[Name], Fault> };

/** @throws Fault with all faults among the results */
export function withoutFaults<Looked extends object>(looked: Looked): Found<Looked> {
  const [first, ...others] = Object.values(looked).filter((one) => one instanceof Fault);
  if (first) throw together([first, ...others]);
  return looked as Found<Looked>;
}

const statusesInTurn = [404, 403, 400];

function rank({ kind }: Fault): number {
  const place = statusesInTurn.indexOf(problemKinds[kind].status);
  return place === -1 ? statusesInTurn.length : place;
}

function summary(kind: ProblemKind, issues: Issues): string {
  if (issues.length > mostIssues)
    return `The request has more than ${mostIssues} errors; these are the first.`;
  if (issues.length > 1) return `The request has ${issues.length} errors.`;
  return kind === 'invalid-input' ? placed(issues[0]) : issues[0].detail;
}

/** Puts the member's name in front, unless the detail begins with it. */
function placed({ in: where, name, detail }: IssueInput): string {
  const field = where === 'body' && name !== '' ? namesIn(name).join('.') : name;
  return field === '' || detail.startsWith(`\`${field}\``) ? detail : `${field}: ${detail}`;
}

/** Two checks report the same fault in the same words. */
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
