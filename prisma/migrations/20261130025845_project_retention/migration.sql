-- AlterTable
ALTER TABLE "project" ADD COLUMN     "delivery_retention_days" INTEGER,
ADD COLUMN     "operation_retention_days" INTEGER,
ADD COLUMN     "sent_retention_days" INTEGER;

ALTER TABLE "project"
  ADD CONSTRAINT "project_sent_retention_check" CHECK ("sent_retention_days" BETWEEN 1 AND 3650),
  ADD CONSTRAINT "project_operation_retention_check" CHECK ("operation_retention_days" BETWEEN 4 AND 3650),
  ADD CONSTRAINT "project_delivery_retention_check" CHECK ("delivery_retention_days" BETWEEN 1 AND 3650),
  ADD CONSTRAINT "project_sent_with_operation_check" CHECK ("sent_retention_days" <= "operation_retention_days");
