-- What the schema cannot say: days are counted, too, so that they are not summed up when they are asked for.
ALTER TABLE "operation_count"
  DROP CONSTRAINT "operation_count_step",
  ADD CONSTRAINT "operation_count_step" CHECK ("step" IN ('minute', 'hour', 'day'));

INSERT INTO "operation_count" ("project_id", "step", "time", "provider", "object_name", "what", "fault", "count")
SELECT "project_id", 'day', date_trunc('day', "time", 'UTC'), "provider", "object_name", "what", "fault", sum("count")
FROM "operation_count" WHERE "step" = 'hour'
GROUP BY 1, 2, 3, 4, 5, 6, 7;
