-- Outside a transaction.

-- Every process that calls a provider reads the few connections with a share of their own every 10 s.
DROP INDEX CONCURRENTLY IF EXISTS "connection_quota_percent_idx";
CREATE INDEX CONCURRENTLY "connection_quota_percent_idx"
  ON "connection" ("project_id", "provider", "account", "quota_percent") WHERE "quota_percent" IS NOT NULL;
