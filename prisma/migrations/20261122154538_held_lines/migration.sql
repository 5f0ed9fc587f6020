-- AlterTable
ALTER TABLE "operation_order_key" ADD COLUMN     "held_until" TIMESTAMPTZ(6);
