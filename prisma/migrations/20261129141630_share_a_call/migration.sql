-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "share_key" UUID,
ADD COLUMN     "together" SMALLINT;
