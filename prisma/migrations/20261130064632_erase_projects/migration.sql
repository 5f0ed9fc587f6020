-- AlterTable
ALTER TABLE "project" ADD COLUMN     "erase_time" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "grant_revocation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "group_ref" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "base_url" TEXT,
    "credentials" TEXT NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "due_time" TIMESTAMPTZ(6) NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "grant_revocation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "grant_revocation_due_time_idx" ON "grant_revocation"("due_time");

-- CreateIndex
CREATE INDEX "grant_revocation_project_id_idx" ON "grant_revocation"("project_id");

-- Entries of a project that is being erased may be removed at any age.
CREATE FUNCTION refuse_removal_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM project WHERE id = OLD."project_id" AND erase_time IS NOT NULL) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'audit entries are not changed, and only removed after 30 days';
END $$;
DROP TRIGGER "audit_entry_is_kept" ON "audit_entry";
CREATE TRIGGER "audit_entry_is_kept" BEFORE DELETE ON "audit_entry"
  FOR EACH ROW WHEN (OLD."time" > clock_timestamp() - interval '30 days')
  EXECUTE FUNCTION refuse_removal_of_audit_entry();
