-- AlterTable
ALTER TABLE "lane" ADD COLUMN     "account" TEXT,
ADD COLUMN     "provider" TEXT;
