-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "granted_here" BOOLEAN NOT NULL DEFAULT false;
