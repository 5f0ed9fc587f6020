-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "record_bytes" INTEGER NOT NULL DEFAULT 0;
