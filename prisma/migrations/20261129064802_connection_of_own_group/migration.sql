-- An installation uses connections of its own group. Rows that break this stay as they are: their writes are refused, and
-- `/v1/system` names them. Where there are none the constraint is validated, and nobody looks for them any more.
ALTER TABLE "installation" ADD CONSTRAINT "installation_connection_of_own_group"
  FOREIGN KEY ("connection_id", "group_ref") REFERENCES "connection" ("id", "group_ref") NOT VALID;

DO $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "installation" LEFT JOIN "connection"
      ON "connection"."id" = "installation"."connection_id" AND "connection"."group_ref" = "installation"."group_ref"
    WHERE "connection"."id" IS NULL
  ) THEN
    ALTER TABLE "installation" VALIDATE CONSTRAINT "installation_connection_of_own_group";
  END IF;
END $$;
