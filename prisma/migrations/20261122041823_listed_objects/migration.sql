-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "listed_objects_only" BOOLEAN NOT NULL DEFAULT false;
