-- AlterTable
ALTER TABLE "task" ADD COLUMN     "part" SMALLINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "erased_group" (
    "project_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "begin_time" TIMESTAMPTZ(6) NOT NULL,
    "end_time" TIMESTAMPTZ(6),

    CONSTRAINT "erased_group_pkey" PRIMARY KEY ("project_id","hash")
);

-- CreateIndex
CREATE INDEX "audit_entry_project_id_resource_id_idx" ON "audit_entry"("project_id", "resource_id");

-- The changes of an audit entry with a mark for each value; names below a dot are a customer's own, too.
CREATE FUNCTION erased_changes(changes jsonb, mark text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(split_part(c.key, '.', 1), (
    SELECT coalesce(jsonb_object_agg(v.key, CASE WHEN v.key = 'changed' THEN v.value ELSE to_jsonb(mark) END), '{}')
    FROM jsonb_each(c.value) AS v) ORDER BY c.key), '{}')
  FROM jsonb_each(changes) AS c
$$;

-- An entry may lose the values of an erased group, and nothing else.
CREATE FUNCTION refuse_other_change_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mark text := coalesce(jsonb_path_query_first(NEW."changes", '$.*.* ? (@ like_regex "^erased:[0-9a-f]{64}$")') #>> '{}',
    'erased');
BEGIN
  IF to_jsonb(NEW) - ARRAY['changes', 'actor_group_ref'] = to_jsonb(OLD) - ARRAY['changes', 'actor_group_ref']
    AND (NEW."actor_group_ref" IS NOT DISTINCT FROM OLD."actor_group_ref"
      OR OLD."actor_group_ref" IS NOT NULL AND NEW."actor_group_ref" ~ '^erased:[0-9a-f]{64}$')
    AND (NEW."changes" = OLD."changes" OR NEW."changes" = erased_changes(OLD."changes", mark))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'audit entries are not changed, and only removed after 30 days';
END $$;
DROP TRIGGER "audit_entry_stays" ON "audit_entry";
CREATE TRIGGER "audit_entry_stays" BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entry();
CREATE TRIGGER "audit_entry_keeps_its_content" BEFORE UPDATE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION refuse_other_change_of_audit_entry();
