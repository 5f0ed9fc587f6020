-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "renew_time" TIMESTAMPTZ(6),
ADD COLUMN     "renewal_error" TEXT;
