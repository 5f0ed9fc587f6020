-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "first_attempt_at" TIMESTAMPTZ(6);
