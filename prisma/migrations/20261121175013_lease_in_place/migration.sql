-- DropIndex
DROP INDEX "outbox_seq_idx";

-- AlterTable
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_pkey",
ADD CONSTRAINT "outbox_pkey" PRIMARY KEY ("seq", "project_id");

-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "lease_until" TIMESTAMPTZ(6),
ADD COLUMN     "written_id" TEXT;

-- What the schema cannot say.

-- A claim changes every row of a page at about the same time; the new versions are to find room beside the old ones, so
-- that no index has to hear of them.
ALTER TABLE "operation" SET (fillfactor = 50);
