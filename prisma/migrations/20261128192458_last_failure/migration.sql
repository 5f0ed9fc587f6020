-- AlterTable
ALTER TABLE "destination" ADD COLUMN     "last_failure_at" TIMESTAMPTZ(6);
