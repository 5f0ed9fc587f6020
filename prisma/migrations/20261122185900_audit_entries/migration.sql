-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "project_id" UUID,
    "time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_group_ref" TEXT,
    "request_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entry_project_id_id_idx" ON "audit_entry"("project_id", "id");

-- Entries are only added. Retention removes old ones; AUDIT_RETENTION_DAYS is 30 at least.
CREATE FUNCTION refuse_change_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are not changed, and only removed after 30 days';
END $$;
CREATE TRIGGER "audit_entry_stays" BEFORE UPDATE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entry();
CREATE TRIGGER "audit_entry_is_kept" BEFORE DELETE ON "audit_entry"
  FOR EACH ROW WHEN (OLD."time" > clock_timestamp() - interval '30 days')
  EXECUTE FUNCTION refuse_change_of_audit_entry();
