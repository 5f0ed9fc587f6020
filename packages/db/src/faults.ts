/**
 * SQLSTATE of an error that Postgres answered with, also where Prisma wraps it; else Prisma's own code, which has the same
 * form. Absent when the fault lies elsewhere (a lost connection, say): of what sockets say, `EPIPE` alone has five letters,
 * and like the others it has no digit.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const code = member(adapterFault(error), 'originalCode') ?? member(error, 'code');
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** What Prisma's adapter for `pg` says of the driver's error: thrown by itself around a commit, else kept in `meta`. */
const adapterFault = (error: unknown): unknown =>
  member(
    member(error, 'name') === 'DriverAdapterError'
      ? error
      : member(member(error, 'meta'), 'driverAdapterError'),
    'cause',
  );

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Prisma's codes for values that do not fit their column, where Postgres was not even asked. */
const prismaContent = ['P2000', 'P2005', 'P2006', 'P2007', 'P2019', 'P2020', 'P2023', 'P2033'];

/** What V8 says of a text that would be longer than texts can be: values that are too large together. */
const tooLong = 'Invalid string length';

/**
 * True for class 22 (data), 23 (integrity) and 54 (limit), and for values that make no statement since it would be too
 * long: the values are at fault, not the database.
 */
export function isContentFault(error: unknown): boolean {
  const state = sqlStateOf(error) ?? '';
  if (/^(?:22|23|54)/.test(state) || prismaContent.includes(state)) return true;
  return Error.isError(error) && error.message === tooLong;
}

/** True where Postgres undid the transaction to end a deadlock or a conflict: the same work may be done again. */
export const wasRolledBack = (error: unknown): boolean => /^40/.test(sqlStateOf(error) ?? '');

/** True where the server takes no changes: a stand-by, also one that a failover has made of the primary. */
export const onlyReads = (error: unknown): boolean => sqlStateOf(error) === '25006';

/** True where a statement took longer than it may, and was undone. */
export const ranOutOfTime = (error: unknown): boolean => sqlStateOf(error) === '57014';

/** True where a lock was not to be had within the `lock_timeout`. */
export const waitedForLock = (error: unknown): boolean => sqlStateOf(error) === '55P03';

/** True where a unique constraint refused the row; Prisma has a code of its own for it. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'P2002'].includes(sqlStateOf(error) ?? '');

/** Prisma's codes for a database that can't be reached, is too slow, closed the connection, or has none to give in time. */
const prismaUnavailable = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'];

/** What sockets and name servers say of a database that cannot be reached. */
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

/** What sockets say of a connection that was there. */
const brokenOff = ['ECONNRESET', 'EPIPE'];
const driverSaysBroken =
  /Connection terminated(?! due to connection timeout)|Client (?:has encountered a connection error|was closed)/;

/** What the driver says of a connection that was not to be had, or did not answer in time. */
const driverSaysLate =
  /Connection terminated due to connection timeout|Query read timeout|timeout exceeded when trying to connect/;

/**
 * True where a connection broke, as a network does it or a server that goes away: another one may well stand. Not true
 * of a database that cannot be reached, or that let a time limit pass: asking that again only takes longer.
 */
export function isBroken(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(?:08|57P0[12])/.test(state) || state === 'P1017';
  if (!Error.isError(error)) return false;
  if (error.name === 'CommitUnknownError') return isBroken(error.cause);
  const code = 'code' in error ? error.code : undefined;
  return brokenOff.includes(String(code)) || driverSaysBroken.test(error.message);
}

/** True where the database could not be reached, is stopping, did not answer in time, or has no connection to give. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 57014: a statement's time limit; 25P03: a transaction's; 25006: a stand-by server.
  if (state !== undefined)
    return /^(?:08|53|57014|57P0|25P03|25006)/.test(state) || prismaUnavailable.includes(state);
  // Also true of an error that comes from another realm, as those of sockets do under a test runner.
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
 * What a fault means that comes once the commit was sent: where Postgres did not answer, nobody knows what it stored. Where it
 * answered that a statement was out of time (57014), or room (53), or that it only reads (25006), it has undone all of it.
 */
export const faultOfCommit = (error: unknown): unknown =>
  isUnavailable(error) && !/^(?:57014|53|25006)/.test(sqlStateOf(error) ?? '')
    ? new CommitUnknownError(error)
    : error;

/** True where the same work may be done once more in a moment: the database is away, or undid it to end a deadlock. */
export const passesBy = (error: unknown): boolean => isUnavailable(error) || wasRolledBack(error);

/** The commit was sent and its answer was lost: the transaction may have been stored, or not. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('The answer to the commit was lost', { cause });
    this.name = 'CommitUnknownError';
  }
}
