-- AlterTable
ALTER TABLE "project_key" ADD COLUMN     "made_with" TEXT;
