-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "trace_parent" TEXT;

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "trace_parent" TEXT;

-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "trace_parent" TEXT;
