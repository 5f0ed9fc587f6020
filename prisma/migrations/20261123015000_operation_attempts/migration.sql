-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "call" JSON;

-- CreateTable
CREATE TABLE "operation_attempt" (
    "project_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),
    "call" JSON,
    "sent" INTEGER,
    "written" INTEGER,
    "failed" INTEGER,
    "fault" TEXT,
    "message" TEXT,
    "next_attempt_at" TIMESTAMPTZ(6),
    "waiting_for" TEXT,

    CONSTRAINT "operation_attempt_pkey" PRIMARY KEY ("project_id","operation_id","number")
);
