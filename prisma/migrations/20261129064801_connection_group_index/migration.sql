-- Outside a transaction.

DROP INDEX CONCURRENTLY IF EXISTS "connection_id_group_ref_key";
CREATE UNIQUE INDEX CONCURRENTLY "connection_id_group_ref_key" ON "connection" ("id", "group_ref");
