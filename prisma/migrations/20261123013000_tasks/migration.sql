-- CreateTable
CREATE TABLE "task" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "count" INTEGER,
    "matched" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,
    "left_out" JSONB NOT NULL DEFAULT '{}',
    "steps" INTEGER NOT NULL DEFAULT 0,
    "after_id" UUID,
    "by" JSONB,
    "request_id" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL,
    "update_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "turn_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "end_time" TIMESTAMPTZ(6),

    CONSTRAINT "task_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "task_item" (
    "project_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "id" UUID NOT NULL,

    CONSTRAINT "task_item_pkey" PRIMARY KEY ("project_id","task_id","id")
);

-- The tasks whose turn may be next.
CREATE INDEX "task_running_idx" ON "task" ("turn_time") WHERE "state" = 'running';
ALTER TABLE "task" ADD CONSTRAINT "task_state_check" CHECK ("state" IN ('running', 'stopped', 'done')),
  ADD CONSTRAINT "task_end_check" CHECK (("state" = 'running') = ("end_time" IS NULL));
