-- AlterTable
ALTER TABLE "destination" ADD COLUMN     "pulled_at" TIMESTAMPTZ(6);
