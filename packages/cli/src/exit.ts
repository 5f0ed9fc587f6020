import {
  WritError,
  WritNetworkError,
  WritOutcomeUnknown,
  WritProblem,
  WritStopped,
  WritWaitTimeout,
} from '@writ/sdk';

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
  /** By Ctrl-C: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export class CommandError extends Error {
  readonly code: ExitCode;
  readonly remedy: string | undefined;

  constructor(code: ExitCode, message: string, remedy?: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

export const usageError = (message: string, remedy?: string): CommandError =>
  new CommandError(exit.usage, message, remedy);

/** Undefined for a bug. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
  if (error instanceof CommandError) return error.code;
  if (error instanceof WritStopped) return exitCodeOf(error.cause);
  if (error instanceof WritWaitTimeout) return exit.waitTimedOut;
  if (error instanceof WritOutcomeUnknown)
    return mayStillBeKnown(error) ? exit.unavailable : exit.writeFailed;
  if (error instanceof WritNetworkError) return exit.unavailable;
  if (error instanceof WritProblem) return codeOfProblem(error);
  // The SDK refused a name or an id.
  return error instanceof WritError ? exit.usage : undefined;
}

/** The same request, sent again, may still learn the outcome. */
const mayStillBeKnown = ({ problem }: WritOutcomeUnknown): boolean =>
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

export const hostRemedy = 'Is it running, and is the address right? npm start starts it.';

export const silentRemedy =
  'Check that this service listens there. Its log shows what it does, and writ doctor checks both hosts.';

export function errorLines(error: unknown): string[] {
  if (error instanceof CommandError) return withRemedy(error.message.split('\n'), error.remedy);
  if (error instanceof WritStopped) {
    const { cause } = error;
    // The error has the key of one request; `--key` would name the whole batch.
    const why = cause instanceof WritOutcomeUnknown ? unknownLines(cause) : errorLines(cause);
    return [error.message.split('. ')[0] ?? '', ...why];
  }
  if (error instanceof WritWaitTimeout && error.cause !== undefined)
    return [error.message, ...errorLines(error.cause)];
  if (error instanceof WritOutcomeUnknown)
    return unknownLines(error, `To ask again: --key ${error.idempotencyKey}`);
  if (error instanceof WritNetworkError) return withRemedy([error.message], remedyOf(error));
  if (!(error instanceof WritProblem)) return [error instanceof Error ? error.message : String(error)];
  const { title, detail, remedy, requestId, warnings = [] } = error.problem;
  const issues = error.issues.map((issue) => `  ${issue.in} ${issue.name}: ${issue.detail}`);
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

/** Parameters of the API have the names of flags. */
export const inFlags = (text: string): string => text.replaceAll(/`\??([a-z]+)=true`/g, '--$1');
