-- AlterTable
ALTER TABLE "destination" ADD COLUMN     "old_key_until" TIMESTAMPTZ(6);
