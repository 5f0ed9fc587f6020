/**
 * SQLSTATE of an error from Postgres, also inside a Prisma error; else Prisma's own code, which has the same
 * form. Undefined for other errors: codes of sockets have no digit.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const code = member(adapterFault(error), 'originalCode') ?? member(error, 'code');
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The adapter throws its error around a commit; otherwise Prisma stores it in `meta`. */
const adapterFault = (error: unknown): unknown =>
  member(
    member(error, 'name') === 'DriverAdapterError'
      ? error
      : member(member(error, 'meta'), 'driverAdapterError'),
    'cause',
  );

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const prismaContent = ['P2000', 'P2005', 'P2006', 'P2007', 'P2019', 'P2020', 'P2023', 'P2033'];

/** V8's message for a string beyond its limit. */
const tooLong = 'Invalid string length';

/**
 * The values are at fault: class 22 (data), 23 (integrity), 54 (limit), or a statement that would be too
 * long.
 */
export function isContentFault(error: unknown): boolean {
  const state = sqlStateOf(error) ?? '';
  if (/^(?:22|23|54)/.test(state) || prismaContent.includes(state)) return true;
  return Error.isError(error) && error.message === tooLong;
}

/** Postgres rolled back to end a deadlock or a conflict: the work may be repeated. */
export const wasRolledBack = (error: unknown): boolean => /^40/.test(sqlStateOf(error) ?? '');

/** The server is a stand-by, perhaps since a failover. */
export const onlyReads = (error: unknown): boolean => sqlStateOf(error) === '25006';

/** A statement timed out and was rolled back. */
export const ranOutOfTime = (error: unknown): boolean => sqlStateOf(error) === '57014';

/** `lock_timeout` passed. */
export const waitedForLock = (error: unknown): boolean => sqlStateOf(error) === '55P03';

/** A unique constraint refused the row. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'P2002'].includes(sqlStateOf(error) ?? '');

/** The database is unreachable, slow, closed the connection, or has none free. */
const prismaUnavailable = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'];

/** Error codes of sockets and DNS. */
const unreachable = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

const brokenOff = ['ECONNRESET', 'EPIPE'];
const driverSaysBroken =
  /Connection terminated(?! due to connection timeout)|Client (?:has encountered a connection error|was closed)/;

/** The driver's messages for a missing connection or a late answer. */
const driverSaysLate =
  /Connection terminated due to connection timeout|Query read timeout|timeout exceeded when trying to connect/;

/**
 * The connection broke, by the network or a server that goes away: another one may work. False for a database
 * that cannot be reached, or that let a time limit pass: retrying only takes longer.
 */
export function isBroken(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(?:08|57P0[12])/.test(state) || state === 'P1017';
  if (!Error.isError(error)) return false;
  if (error.name === 'CommitUnknownError') return isBroken(error.cause);
  const code = 'code' in error ? error.code : undefined;
  return brokenOff.includes(String(code)) || driverSaysBroken.test(error.message);
}

/** The database is unreachable, stopping, too slow, or has no connection free. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 57014: a statement's time limit; 25P03: a transaction's; 25006: a stand-by server.
  if (state !== undefined)
    return /^(?:08|53|57014|57P0|25P03|25006)/.test(state) || prismaUnavailable.includes(state);
  // Unlike `instanceof`, true for errors of another realm: those of sockets, under a test runner.
  if (!Error.isError(error)) return false;
  if (error.name === 'CommitUnknownError') return true;
  const code = 'code' in error ? error.code : undefined;
  return (
    unreachable.includes(String(code)) ||
    driverSaysBroken.test(error.message) ||
    driverSaysLate.test(error.message)
  );
}

/**
 * The meaning of an error after the commit was sent. Without an answer the result is unknown; after 57014, 53
 * or 25006 Postgres has rolled back.
 */
export const faultOfCommit = (error: unknown): unknown =>
  isUnavailable(error) && !/^(?:57014|53|25006)/.test(sqlStateOf(error) ?? '')
    ? new CommitUnknownError(error)
    : error;

/** The same work may succeed soon: the database is away, or ended a deadlock. */
export const passesBy = (error: unknown): boolean => isUnavailable(error) || wasRolledBack(error);

/** The answer to the commit was lost: the transaction may be stored. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('The answer to the commit was lost', { cause });
    this.name = 'CommitUnknownError';
  }
}
