-- Outside a transaction.

-- A worker asks for connections that could not be verified yet every few seconds.
DROP INDEX CONCURRENTLY IF EXISTS "connection_unverified_idx";
CREATE INDEX CONCURRENTLY "connection_unverified_idx" ON "connection" ("id") WHERE "status" = 'unverified';
