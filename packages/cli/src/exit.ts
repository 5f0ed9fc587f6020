import {
  WritError,
  WritNetworkError,
  WritOutcomeUnknown,
  WritProblem,
  WritStopped,
  WritWaitTimeout,
} from '@writ/sdk';

/** How a command may end. */
export const exit = {
  done: 0,
  writeFailed: 1,
  usage: 2,
  notFound: 3,
  credentials: 4,
  conflict: 5,
  refused: 6,
  unavailable: 7,
  waitTimedOut: 8,
  configuration: 78,
  /** By Ctrl-C, as shells tell it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

/** A fault that the command line finds itself: how it ends, and what to do. */
export class CommandFault extends Error {
  readonly code: ExitCode;
  readonly remedy: string | undefined;

  constructor(code: ExitCode, message: string, remedy?: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/** The exit code of a fault; undefined for one that is none of those which are to be expected. */
export function exitCodeOf(fault: unknown): ExitCode | undefined {
  if (fault instanceof CommandFault) return fault.code;
  if (fault instanceof WritStopped) return exitCodeOf(fault.cause);
  if (fault instanceof WritWaitTimeout) return exit.waitTimedOut;
  if (fault instanceof WritOutcomeUnknown) return codeOfUnknown(fault);
  if (fault instanceof WritNetworkError) return exit.unavailable;
  if (fault instanceof WritProblem) return codeOfProblem(fault);
  // Found before anything was sent: what was given is no name.
  return fault instanceof WritError ? exit.usage : undefined;
}

const codeOfUnknown = (fault: WritOutcomeUnknown): ExitCode =>
  mayStillBeTold(fault) ? exit.unavailable : exit.writeFailed;

/** The service may still tell what became of it, when it is asked again. Of a bug of its own it has told nothing yet. */
const mayStillBeTold = ({ problem }: WritOutcomeUnknown): boolean =>
  problem === undefined || problem.status === 500 || problem.retryable;

const codeOfStatus: Readonly<Record<number, ExitCode>> = {
  401: exit.credentials,
  404: exit.notFound,
  409: exit.conflict,
  410: exit.notFound,
  412: exit.conflict,
  429: exit.unavailable,
};

function codeOfProblem({ status, kind }: WritProblem): ExitCode {
  if (kind === 'scope-missing') return exit.credentials;
  if (kind === 'provider-refused' || kind === 'connection-not-working') return exit.writeFailed;
  return codeOfStatus[status] ?? (status >= 500 ? exit.unavailable : exit.refused);
}

/** Where nothing answers. */
export const hostRemedy = 'Is it running, and is the address right? npm start starts it.';

/** Where something takes connections and no answer comes. */
export const silentRemedy =
  'Is it this service that listens there, and is it well? Its log tells, and writ doctor looks at both hosts.';

/** What a person is told of a fault. */
export function faultLines(fault: unknown): string[] {
  if (fault instanceof CommandFault) return withRemedy(fault.message.split('\n'), fault.remedy);
  if (fault instanceof WritStopped) {
    const { cause } = fault;
    // Its key is that of one request, and `--key` names the whole batch: the same command goes on by itself.
    const why = cause instanceof WritOutcomeUnknown ? unknownLines(cause) : faultLines(cause);
    return [fault.message.split('. ')[0] ?? '', ...why];
  }
  if (fault instanceof WritWaitTimeout && fault.cause !== undefined)
    return [fault.message, ...faultLines(fault.cause)];
  if (fault instanceof WritOutcomeUnknown)
    return unknownLines(fault, `To ask again: --key ${fault.idempotencyKey}`);
  if (fault instanceof WritNetworkError) return withRemedy([fault.message], remedyOf(fault));
  if (!(fault instanceof WritProblem)) return [fault instanceof Error ? fault.message : String(fault)];
  const { title, detail, remedy, requestId, warnings = [] } = fault.problem;
  const issues = fault.issues.map((issue) => `  ${issue.in} ${issue.name}: ${issue.detail}`);
  return [...withRemedy([title, detail, ...issues, ...warnings], remedy), `Request: ${requestId}`];
}

const remedyOf = ({ isUnsent, isSilent }: WritNetworkError): string | undefined =>
  isUnsent ? hostRemedy : isSilent ? silentRemedy : undefined;

function unknownLines({ message, problem }: WritOutcomeUnknown, remedy?: string): string[] {
  const lines = withRemedy([message], remedy);
  return problem === undefined ? lines : [...lines, `Request: ${problem.requestId}`];
}

const withRemedy = (lines: string[], remedy: string | undefined): string[] =>
  remedy === undefined ? lines : [...lines, `What to do: ${inFlags(remedy)}`];

/** The service names parameters of its addresses; the flags here have the same names. */
export const inFlags = (text: string): string => text.replaceAll(/`\??([a-z]+)=true`/g, '--$1');
