-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "expire_time" TIMESTAMPTZ(6);
