-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "known" BOOLEAN NOT NULL DEFAULT false;
