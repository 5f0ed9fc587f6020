-- Outside a transaction.

-- The same index, with the id first: it finds an event whose source nobody names. The old one goes in the next migration:
-- when this one is done again, events must still have a unique index to be stored by.
DROP INDEX CONCURRENTLY IF EXISTS "event_project_id_event_id_source_key";
CREATE UNIQUE INDEX CONCURRENTLY "event_project_id_event_id_source_key" ON "event" ("project_id", "event_id", "source");
-- Each is written once, with its row, and only for rows that are looked for by it.
DROP INDEX CONCURRENTLY IF EXISTS "event_of_installation_idx";
CREATE INDEX CONCURRENTLY "event_of_installation_idx" ON "event" ("project_id", "installation_id", "id")
  WHERE "installation_id" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "event_of_operation_idx";
CREATE INDEX CONCURRENTLY "event_of_operation_idx" ON "event" ("project_id", "operation_id")
  WHERE "operation_id" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "event_unrouted_idx";
CREATE INDEX CONCURRENTLY "event_unrouted_idx" ON "event" ("project_id", "id") WHERE "unrouted";
DROP INDEX CONCURRENTLY IF EXISTS "delivery_attempt_refused_idx";
CREATE INDEX CONCURRENTLY "delivery_attempt_refused_idx" ON "delivery_attempt" ("project_id", "http_status", "delivery_id")
  WHERE "http_status" >= 300;
