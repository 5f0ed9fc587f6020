import { StartError } from '@writ/service-kit';

/** That Postgres does not let a process in or does not answer, in one sentence for who starts it. */
export function postgresStartError(cause: unknown): StartError {
  // An error of a socket comes from another realm under a test runner.
  const reason = Error.isError(cause) && cause.message !== '' ? cause.message : 'no answer';
  return new StartError(`Postgres cannot be used (${reason}). Check DATABASE_URL, and that Postgres runs.`, {
    cause,
  });
}
