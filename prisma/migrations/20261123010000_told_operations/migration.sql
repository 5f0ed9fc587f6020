-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "fault" TEXT,
ADD COLUMN     "idempotency_key" TEXT,
ADD COLUMN     "retry_of" UUID;
