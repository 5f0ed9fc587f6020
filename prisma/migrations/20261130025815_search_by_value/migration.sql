-- AlterTable
ALTER TABLE "operation_record" ADD COLUMN     "value_hashes" TEXT[];
