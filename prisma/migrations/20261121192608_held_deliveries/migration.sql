-- What the schema cannot say.

-- What is held for one destination: removing it fails these, which are few among all deliveries.
CREATE INDEX "delivery_held_idx" ON "delivery" ("destination_id") WHERE "status" = 'held';
