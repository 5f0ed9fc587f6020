-- AlterTable
ALTER TABLE "lane" ADD COLUMN     "paused_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "unsent_attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "waiting_for" TEXT;

-- CreateTable
CREATE TABLE "operation_task" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "after_id" UUID,
    "request_id" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL,
    "turn_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_task_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "operation_task_turn_time_idx" ON "operation_task"("turn_time");

-- What the schema cannot say.

-- Operations with failed records: what can be tried again is found without reading what succeeded.
CREATE INDEX "operation_failed_idx" ON "operation" ("project_id", "id") WHERE "due_at" IS NULL AND "failed" > 0;

-- Operations that wait for a connection that works, by installation: few, and asked for every second.
CREATE INDEX "operation_waiting_for_idx" ON "operation" ("installation_id")
  WHERE "waiting_for" IS NOT NULL AND "due_at" IS NOT NULL;

ALTER TABLE "operation_task" ADD CONSTRAINT "operation_task_action" CHECK ("action" IN ('cancel', 'retry'));
