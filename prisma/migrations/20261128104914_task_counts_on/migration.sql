-- AlterTable
ALTER TABLE "task" ADD COLUMN     "counted_to" UUID;
