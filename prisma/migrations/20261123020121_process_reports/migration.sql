-- CreateTable
CREATE TABLE "process_report" (
    "id" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "time" TIMESTAMPTZ(6) NOT NULL,
    "findings" JSONB NOT NULL,

    CONSTRAINT "process_report_pkey" PRIMARY KEY ("id")
);

-- Those that are disabled are found without a look at the others.
CREATE INDEX "destination_disabled_idx" ON "destination" ("id") WHERE "status" = 'disabled';
