-- CreateTable
CREATE TABLE "synchronous_write" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "begin_time" TIMESTAMPTZ(6) NOT NULL,
    "lease_until" TIMESTAMPTZ(6) NOT NULL,
    "operation" JSON NOT NULL,

    CONSTRAINT "synchronous_write_pkey" PRIMARY KEY ("project_id","id")
);
