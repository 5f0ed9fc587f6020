-- Outside a transaction.

-- Which groups stand behind an account is asked for a page of accounts at a time.
DROP INDEX CONCURRENTLY IF EXISTS "connection_project_id_provider_account_group_ref_idx";
CREATE INDEX CONCURRENTLY "connection_project_id_provider_account_group_ref_idx"
  ON "connection" ("project_id", "provider", "account", "group_ref");
