-- CreateTable
CREATE TABLE "operation_count" (
    "project_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "time" TIMESTAMPTZ(6) NOT NULL,
    "provider" TEXT NOT NULL,
    "object_name" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "fault" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "operation_count_pkey" PRIMARY KEY ("project_id","step","time","provider","object_name","what","fault")
);

-- What the schema cannot say. Counts of the present change in their place.
ALTER TABLE "operation_count"
  ADD CONSTRAINT "operation_count_step" CHECK ("step" IN ('minute', 'hour')),
  ADD CONSTRAINT "operation_count_what" CHECK ("what" IN ('accepted', 'success', 'failure')),
  SET (fillfactor = 70);
