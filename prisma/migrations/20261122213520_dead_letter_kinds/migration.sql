-- AlterTable
ALTER TABLE "dead_letter" ADD COLUMN     "reason_kind" TEXT NOT NULL DEFAULT 'invalid';

-- What the schema cannot say: what is there by now had its reason as words alone.
UPDATE "dead_letter" SET "reason_kind" = CASE
  WHEN "reason" LIKE 'The message is %' THEN 'unreadable'
  WHEN "reason" LIKE 'The event measures %' THEN 'too-large'
  ELSE 'unacceptable' END
WHERE "reason" ~ '^(The message is |The event measures |The event holds |The event is nested |The database cannot hold )';
