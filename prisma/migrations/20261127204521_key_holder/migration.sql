-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN     "holder" UUID;
