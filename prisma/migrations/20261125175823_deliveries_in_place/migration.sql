-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "duration_ms" INTEGER,
ADD COLUMN     "http_status" INTEGER,
ADD COLUMN     "lease_until" TIMESTAMPTZ(6),
ADD COLUMN     "response_excerpt" TEXT,
ADD COLUMN     "sent_at" TIMESTAMPTZ(6),
ADD COLUMN     "sent_attempt" INTEGER;

-- What the schema cannot say.

-- A claim changes every row of a page at about the same time; the new versions are to find room beside the old ones, so
-- that no index has to hear of them.
ALTER TABLE "delivery" SET (fillfactor = 50);
