-- What the schema cannot say.

-- Auto batches that collect, by lane: those whose delay has passed are found however much else is due in their lane.
CREATE INDEX "operation_collecting_idx" ON "operation" ("lane_id", "due_at") WHERE "stage" = 'accumulating';
