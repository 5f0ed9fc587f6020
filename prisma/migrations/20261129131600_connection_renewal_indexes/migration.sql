-- Outside a transaction.

-- A worker asks every second which connections of a provider are due for a renewal, and which are not planned yet.
DROP INDEX CONCURRENTLY IF EXISTS "connection_renew_time_idx";
CREATE INDEX CONCURRENTLY "connection_renew_time_idx" ON "connection" ("provider", "renew_time")
  WHERE "status" = 'working' AND "auth_scheme" <> 'apiKey';

-- Operators ask which provider apps are refused; there are few such connections among many.
DROP INDEX CONCURRENTLY IF EXISTS "connection_renewal_error_idx";
CREATE INDEX CONCURRENTLY "connection_renewal_error_idx" ON "connection" ("project_id", "provider")
  WHERE "renewal_error" IS NOT NULL;
