export { inOrderOfIds, type Span } from './statements/in-order-of-ids.ts';
export { boundedPage, lookedBackTo, pageOfRows, type BoundedRow } from './statements/bounded-page.ts';
export { askAgain, onceMore } from './repeat/once-more.ts';
export { bearableSteps } from './repeat/bearable-steps.ts';
export { ChangesRefused } from './change-refusal.ts';
export { connectDatabase } from './connect-database.ts';
export { arraysOf, plainArray, textArray } from './statements/array-parameters.ts';
export { coalesce, coalesceById } from './repeat/coalesce.ts';
export { inOneStatement, inTransaction, openDatabase, type Database } from './database.ts';
export { databaseUrlFile, keepDatabaseUrl, keptDatabaseUrl } from './database-url-file.ts';
export {
  CommitUnknownError,
  isContentFault,
  isUnavailable,
  passesBy,
  isUniqueViolation,
  ranOutOfTime,
} from './faults.ts';
export { Prisma, type PrismaClient } from './generated/client.ts';
export { createGroupCommit, mostCharactersOfGroup } from './repeat/group-commit.ts';
export { inParts } from './repeat/in-parts.ts';
export { isId, newId } from '@writ/service-kit';
export { holdRow, type RowLock } from './statements/hold-row.ts';
export { idOf, timeOfId } from './ids.ts';
export { keepPlans, noPlansKept, type KeptPlans } from './statements/kept-plans.ts';
export { leaders, startLeaderRounds, type Leader, type LeaderRounds } from './leader-rounds.ts';
export type { Queryable, Transaction } from './prisma-on-pool.ts';
export {
  allOf,
  columnOf,
  columnsOf,
  columnTexts,
  databaseTime,
  idsWithin,
  likeText,
} from './statements/prisma-sql.ts';
export { removeOfProject, type ProjectRows } from './statements/remove-of-project.ts';
export { statementSpan } from './statement-span.ts';
export { undeadlocked, unlessTaken } from './repeat/undeadlocked.ts';
export { postgresStartError } from './postgres-start-error.ts';
export { assertTables, migrateDatabase, pendingMigrations } from './migrations/migrate-database.ts';
export {
  idsBefore,
  lowestId,
  removeBehind,
  startRetention,
  type OwnRetention,
  type Removal,
  type RemovalStep,
  type Removed,
} from './retention.ts';
