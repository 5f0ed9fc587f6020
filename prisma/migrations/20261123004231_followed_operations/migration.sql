-- CreateTable
CREATE TABLE "operation_feed" (
    "project_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "what" TEXT NOT NULL,
    "operation_ids" UUID[],
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_feed_pkey" PRIMARY KEY ("seq","project_id")
);

-- CreateTable
CREATE TABLE "search_entry" (
    "project_id" UUID NOT NULL,
    "value" TEXT NOT NULL,
    "kind" SMALLINT NOT NULL,
    "operation_id" UUID NOT NULL,

    CONSTRAINT "search_entry_pkey" PRIMARY KEY ("project_id","value","kind","operation_id")
);

-- What the schema cannot say.
ALTER TABLE "operation_feed"
  ADD CONSTRAINT "operation_feed_what" CHECK ("what" IN ('accepted', 'joined', 'ended', 'recorded', 'old')),
  -- The ids of 200 operations stay in the row.
  SET (toast_tuple_target = 8160);

-- Values are looked for as they are, and compared byte by byte.
ALTER TABLE "search_entry" ALTER COLUMN "value" TYPE TEXT COLLATE "C";

-- What is there is followed last, however long that takes.
INSERT INTO "operation_feed" ("project_id", "seq", "what", "operation_ids")
SELECT "project_id", 4611686018427387904 + row_number() OVER (), 'old', "ids"
FROM (
  SELECT "project_id", array_agg("id") AS "ids"
  FROM (
    SELECT "project_id", "id", (row_number() OVER (PARTITION BY "project_id" ORDER BY "id") - 1) / 200 AS "part"
    FROM "operation"
  ) AS "numbered"
  GROUP BY "project_id", "part"
) AS "grouped";
