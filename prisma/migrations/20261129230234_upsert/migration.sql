-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "written_new" BOOLEAN;

-- AlterTable
ALTER TABLE "operation_record" ADD COLUMN     "created" BOOLEAN,
ADD COLUMN     "upsert" JSONB;

-- CreateTable
CREATE TABLE "upsert_line" (
    "project_id" UUID NOT NULL,
    "key" UUID NOT NULL,
    "line" UUID NOT NULL,
    "expire_time" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "upsert_line_pkey" PRIMARY KEY ("project_id","key")
);

-- CreateIndex
CREATE INDEX "upsert_line_expire_time_idx" ON "upsert_line"("expire_time");
