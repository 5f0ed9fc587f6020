export { coalesce } from './coalesce.ts';
export {
  CommitUnknownError,
  inTransaction,
  openDatabase,
  type Database,
  type Queryable,
} from './database.ts';
export { isContentFault, isUnavailable, isUniqueViolation, wasRolledBack } from './faults.ts';
export { Prisma, type PrismaClient } from './generated/client.ts';
export { createGroupCommit, type GroupCommit } from './group-commit.ts';
export { idOf, isId, newId } from './ids.ts';
export { leaderLease, type LeaderLease } from './leader-lease.ts';
export { startLeaderRounds, type LeaderRounds } from './leader-rounds.ts';
export { migrateDatabase } from './migrations/migrate-database.ts';
