-- Outside a transaction.

DROP INDEX CONCURRENTLY IF EXISTS "event_project_id_source_event_id_key";
