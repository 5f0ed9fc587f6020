-- AlterTable
ALTER TABLE "operation_record" ADD COLUMN     "record_key" TEXT;
