-- AlterTable
ALTER TABLE "lane" ADD COLUMN     "pause_reason" TEXT,
ADD COLUMN     "paused_at" TIMESTAMPTZ(6),
ADD COLUMN     "paused_by" JSONB;

-- Lanes that stand still are found without a look at the others; those that wait for their quota come and go too often.
CREATE INDEX "lane_still_idx" ON "lane" ("park_reason") WHERE "park_reason" IN ('paused', 'outage');
