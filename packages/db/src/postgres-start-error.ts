import { networkReason, StartError } from '@writ/service-kit';
import { sqlStateOf } from './faults.ts';

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or the driver's message. */
const remedies: readonly (readonly [pattern: RegExp, remedy: (from: string) => string])[] = [
  [
    /no pg_hba\.conf entry.*no encryption/,
    (from) => `The server wants an encrypted connection: add \`sslmode=verify-full\` to ${from}.`,
  ],
  [
    /no pg_hba\.conf entry/,
    () => 'Have pg_hba.conf of the server allow this user, database and address to connect.',
  ],
  [/does not support SSL/, (from) => `The server has no TLS: set \`sslmode=disable\` in ${from}.`],
  [/^28P01|password must be a string/, (from) => `Correct the user and password in ${from}.`],
  [/^28000/, (from) => `Correct the user in ${from}, and let it log in.`],
  [/^3D000/, (from) => `Create this database, or correct its name in ${from}.`],
  [/^42501/, () => 'Grant the user what it lacks.'],
  [/^53300/, () => 'Raise max_connections of the server, or lower DATABASE_POOL_SIZE.'],
  [/^57P03/, () => 'Wait until the server has started.'],
  [/for another name/, (from) => `Name the server in ${from} as its certificate does.`],
  [/certificate (?:has expired|is not valid)/, () => 'Renew the certificate of the server.'],
  [/^(?:ENOENT|EACCES|EISDIR):/, (from) => `Correct the file of \`sslrootcert\` in ${from}.`],
  [
    /certificate/,
    (from) => `Name its authority by \`sslrootcert\` in ${from}, or in the file of NODE_EXTRA_CA_CERTS.`,
  ],
];

/**
 * Says why Postgres refuses or does not answer, and what to do.
 * @param from the variable or file with its address
 */
export function postgresStartError(cause: unknown, from = 'DATABASE_URL'): StartError {
  const reason = reasonOf(cause);
  const told = `${sqlStateOf(cause) ?? ''} ${reason}`.trim();
  const remedy = remedies.find(([pattern]) => pattern.test(told))?.[1](from);
  return new StartError(
    `Postgres cannot be used (${reason}). ${remedy ?? `Check ${from}, and that Postgres runs.`}`,
    { cause },
  );
}

function reasonOf(cause: unknown): string {
  const network = networkReason(cause);
  if (network) return `${network.words}, ${network.code}`;
  return Error.isError(cause) && cause.message !== '' ? cause.message : 'no answer';
}
