-- AlterTable
ALTER TABLE "operation_record" ADD COLUMN     "if_empty_names" JSONB;
