-- Outside a transaction.

-- What lists and tasks ask for is found however much has ended well: what has not ended, what failed for one
-- installation, which deliveries failed or are held. Built beside running services: writes go on meanwhile.
DROP INDEX CONCURRENTLY IF EXISTS "operation_unfinished_idx";
CREATE INDEX CONCURRENTLY "operation_unfinished_idx" ON "operation" ("project_id", "id") WHERE "due_at" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "operation_failed_of_installation_idx";
CREATE INDEX CONCURRENTLY "operation_failed_of_installation_idx" ON "operation" ("project_id", "installation_id", "id")
  INCLUDE ("mode", "status") WHERE "due_at" IS NULL AND "failed" > 0;
DROP INDEX CONCURRENTLY IF EXISTS "delivery_undelivered_idx";
CREATE INDEX CONCURRENTLY "delivery_undelivered_idx" ON "delivery" ("project_id", "id")
  WHERE "status" IN ('failed', 'held');
