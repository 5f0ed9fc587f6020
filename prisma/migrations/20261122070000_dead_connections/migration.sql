-- Outside a transaction.

-- How many connections are dead is asked all the time, and there are few of them among many.
DROP INDEX CONCURRENTLY IF EXISTS "connection_dead_idx";
CREATE INDEX CONCURRENTLY "connection_dead_idx" ON "connection" ("id") WHERE "status" = 'bad_credentials';
