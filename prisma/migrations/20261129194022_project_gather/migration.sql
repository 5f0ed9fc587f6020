-- AlterTable
ALTER TABLE "project" ADD COLUMN     "gather" BOOLEAN NOT NULL DEFAULT false;
