-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "quota_percent" SMALLINT;

ALTER TABLE "connection"
  ADD CONSTRAINT "connection_quota_percent_check" CHECK ("quota_percent" BETWEEN 1 AND 100);
