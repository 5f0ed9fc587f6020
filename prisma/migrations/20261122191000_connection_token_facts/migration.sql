-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "token_facts" JSONB;
