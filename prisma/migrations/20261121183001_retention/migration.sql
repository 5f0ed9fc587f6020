-- AlterTable
ALTER TABLE "lane" DROP COLUMN "paused_at",
ADD COLUMN     "rate" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "rated_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "operation_retention" (
    "project_id" UUID NOT NULL,
    "sent_forgotten_to" UUID NOT NULL,

    CONSTRAINT "operation_retention_pkey" PRIMARY KEY ("project_id")
);

-- What the schema cannot say.

-- Rows of these change or go in large numbers when they are old: what that leaves behind is cleared before it is a large
-- part of the table.
ALTER TABLE "operation_record" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "operation_log" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "event" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "delivery_attempt" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "idempotency_key" SET (autovacuum_vacuum_scale_factor = 0.05);
