-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "last_error" JSONB;
