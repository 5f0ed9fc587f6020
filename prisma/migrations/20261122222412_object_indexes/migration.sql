-- Outside a transaction.

-- Which object is due, and all that it holds; deliveries to other destinations are in neither.
DROP INDEX CONCURRENTLY IF EXISTS "delivery_object_due_idx";
CREATE INDEX CONCURRENTLY "delivery_object_due_idx" ON "delivery" ("destination_id", "due_at")
  WHERE "due_at" IS NOT NULL AND "object_name" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "delivery_of_object_idx";
CREATE INDEX CONCURRENTLY "delivery_of_object_idx" ON "delivery" ("destination_id", "object_name")
  WHERE "due_at" IS NOT NULL AND "object_name" IS NOT NULL;
