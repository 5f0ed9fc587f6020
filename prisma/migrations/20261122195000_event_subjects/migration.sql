-- What an event tells of, and whether it reached nobody, is told once, when it is stored. Events of before keep none.
ALTER TABLE "event" ADD COLUMN     "installation_id" UUID,
ADD COLUMN     "operation_id" UUID,
ADD COLUMN     "unrouted" BOOLEAN NOT NULL DEFAULT false;
