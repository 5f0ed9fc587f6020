-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "leader_lease" (
    "name" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "leader_lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "outbox" (
    "project_id" UUID NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("project_id","seq")
);

-- CreateTable
CREATE TABLE "dead_letter" (
    "id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER,
    "offset" BIGINT,
    "key" TEXT,
    "headers" JSONB NOT NULL,
    "raw" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replay_time" TIMESTAMPTZ(6),

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "app_name" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "scopes" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "hash" BYTEA NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT,
    "provider" TEXT NOT NULL,
    "revision_id" UUID NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "integration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "revision" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "spec_version" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "group_ref" TEXT NOT NULL,
    "group_name" TEXT,
    "consumer_ref" TEXT,
    "consumer_name" TEXT,
    "provider_workspace_ref" TEXT,
    "account" TEXT NOT NULL,
    "auth_scheme" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'working',
    "credentials" TEXT NOT NULL,
    "expire_time" TIMESTAMPTZ(6),
    "refresh_due_time" TIMESTAMPTZ(6),
    "provider_metadata" JSONB,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_app" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" TEXT NOT NULL,
    "scopes" TEXT[],
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "provider_app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token_refresh" (
    "connection_id" UUID NOT NULL,
    "holder" UUID,
    "until" TIMESTAMPTZ(6) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "fault" JSONB,

    CONSTRAINT "token_refresh_pkey" PRIMARY KEY ("connection_id")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "group_ref" TEXT NOT NULL,
    "group_name" TEXT,
    "connection_id" UUID NOT NULL,
    "config_id" UUID NOT NULL,
    "health_status" TEXT NOT NULL DEFAULT 'healthy',
    "last_operation_status" TEXT,
    "remove_unmapped" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation_config" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "installation_id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_config_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lane" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "next_due_at" TIMESTAMPTZ(6),
    "parked_until" TIMESTAMPTZ(6),
    "park_reason" TEXT,
    "woken_at" TIMESTAMPTZ(6),
    "troubled" BOOLEAN NOT NULL DEFAULT false,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lane_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "destination" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "sealed" TEXT,
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(6),
    "last_success_at" TIMESTAMPTZ(6),
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "destination_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topic" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "topic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_event_topic_route" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "notification_event_topic_route_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topic_destination_route" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "destination_id" UUID NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "topic_destination_route_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "time" TIMESTAMPTZ(6) NOT NULL,
    "body" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_row_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "destination_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(6),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "claimed" BOOLEAN NOT NULL DEFAULT false,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "project_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "outcome" TEXT NOT NULL,
    "http_status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "response_excerpt" TEXT,
    "error" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("project_id","delivery_id","attempt")
);

-- CreateTable
CREATE TABLE "operation" (
    "project_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "integration_id" UUID NOT NULL,
    "installation_id" UUID NOT NULL,
    "config_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "group_ref" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "object_name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "all_or_none" BOOLEAN NOT NULL DEFAULT false,
    "forward_headers" JSONB,
    "status" TEXT NOT NULL,
    "result" TEXT,
    "lane_id" UUID,
    "position" BIGSERIAL NOT NULL,
    "due_at" TIMESTAMPTZ(6),
    "stage" TEXT,
    "deadline_hours" INTEGER,
    "waiting_on" UUID,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "last_attempt_at" TIMESTAMPTZ(6),
    "claimed" BOOLEAN NOT NULL DEFAULT false,
    "deadline_at" TIMESTAMPTZ(6),
    "last_fault" TEXT,
    "record_count" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "ambiguous" BOOLEAN NOT NULL DEFAULT false,
    "request_id" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL,
    "update_time" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "operation_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateTable
CREATE TABLE "operation_record" (
    "project_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "index" INTEGER NOT NULL,
    "planned" JSONB,
    "associations" JSONB,
    "if_empty" JSONB,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "record_id" TEXT,
    "errors" JSONB,
    "ambiguous" BOOLEAN NOT NULL DEFAULT false,
    "request_id" TEXT NOT NULL,
    "idempotency_key" TEXT,
    "forward_headers" JSONB,

    CONSTRAINT "operation_record_pkey" PRIMARY KEY ("project_id","operation_id","index")
);

-- CreateTable
CREATE TABLE "operation_log" (
    "project_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "severity" TEXT NOT NULL,
    "msg" TEXT NOT NULL,
    "error" TEXT,
    "details" JSONB,

    CONSTRAINT "operation_log_pkey" PRIMARY KEY ("project_id","operation_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "project_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "operation_id" UUID,
    "answer" JSONB,
    "lease_until" TIMESTAMPTZ(6),
    "expire_time" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("project_id","scope","key")
);

-- CreateTable
CREATE TABLE "operation_order_key" (
    "project_id" UUID NOT NULL,
    "key" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "operation_id" UUID NOT NULL,

    CONSTRAINT "operation_order_key_pkey" PRIMARY KEY ("project_id","key","position")
);

-- CreateIndex
CREATE INDEX "outbox_seq_idx" ON "outbox"("seq");

-- CreateIndex
CREATE INDEX "dead_letter_create_time_idx" ON "dead_letter"("create_time");

-- CreateIndex
CREATE UNIQUE INDEX "project_name_key" ON "project"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_project_id_idx" ON "api_key"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "integration_project_id_name_key" ON "integration"("project_id", "name");

-- CreateIndex
CREATE INDEX "revision_integration_id_idx" ON "revision"("integration_id");

-- CreateIndex
CREATE INDEX "connection_project_id_provider_group_ref_idx" ON "connection"("project_id", "provider", "group_ref");

-- CreateIndex
CREATE UNIQUE INDEX "provider_app_project_id_provider_key" ON "provider_app"("project_id", "provider");

-- CreateIndex
CREATE INDEX "installation_connection_id_idx" ON "installation"("connection_id");

-- CreateIndex
CREATE UNIQUE INDEX "installation_project_id_integration_id_group_ref_key" ON "installation"("project_id", "integration_id", "group_ref");

-- CreateIndex
CREATE INDEX "installation_config_installation_id_idx" ON "installation_config"("installation_id");

-- CreateIndex
CREATE INDEX "lane_project_id_idx" ON "lane"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "destination_project_id_name_key" ON "destination"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "topic_project_id_name_key" ON "topic"("project_id", "name");

-- CreateIndex
CREATE INDEX "notification_event_topic_route_project_id_event_type_idx" ON "notification_event_topic_route"("project_id", "event_type");

-- CreateIndex
CREATE INDEX "notification_event_topic_route_topic_id_idx" ON "notification_event_topic_route"("topic_id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_event_topic_route_project_id_topic_id_event_ty_key" ON "notification_event_topic_route"("project_id", "topic_id", "event_type");

-- CreateIndex
CREATE INDEX "topic_destination_route_topic_id_idx" ON "topic_destination_route"("topic_id");

-- CreateIndex
CREATE INDEX "topic_destination_route_destination_id_idx" ON "topic_destination_route"("destination_id");

-- CreateIndex
CREATE UNIQUE INDEX "topic_destination_route_project_id_topic_id_destination_id_key" ON "topic_destination_route"("project_id", "topic_id", "destination_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_project_id_source_event_id_key" ON "event"("project_id", "source", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_project_id_event_row_id_destination_id_key" ON "delivery"("project_id", "event_row_id", "destination_id");

-- CreateIndex
CREATE INDEX "operation_project_id_installation_id_id_idx" ON "operation"("project_id", "installation_id", "id");

-- CreateIndex
CREATE INDEX "idempotency_key_expire_time_idx" ON "idempotency_key"("expire_time");

-- CreateIndex
CREATE INDEX "operation_order_key_operation_id_idx" ON "operation_order_key"("operation_id");

-- AddForeignKey
ALTER TABLE "notification_event_topic_route" ADD CONSTRAINT "notification_event_topic_route_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic_destination_route" ADD CONSTRAINT "topic_destination_route_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic_destination_route" ADD CONSTRAINT "topic_destination_route_destination_id_fkey" FOREIGN KEY ("destination_id") REFERENCES "destination"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema cannot say.

-- Work that waits: the index holds unfinished work alone, so a claim costs the same however much has ended.
CREATE INDEX "operation_due_idx" ON "operation" ("lane_id", "due_at", "position") WHERE "due_at" IS NOT NULL;
CREATE INDEX "delivery_due_idx" ON "delivery" ("destination_id", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "lane_due_idx" ON "lane" ("kind", "next_due_at") WHERE "next_due_at" IS NOT NULL;

ALTER TABLE "operation"
  ADD CONSTRAINT "operation_status" CHECK ("status" IN ('in_progress', 'success', 'failure')),
  ADD CONSTRAINT "operation_ended_is_not_due" CHECK ("status" = 'in_progress' OR "due_at" IS NULL);
ALTER TABLE "operation_record"
  ADD CONSTRAINT "operation_record_status" CHECK ("status" IN ('pending', 'written', 'failed'));
ALTER TABLE "delivery"
  ADD CONSTRAINT "delivery_status" CHECK ("status" IN ('pending', 'delivered', 'failed', 'held')),
  ADD CONSTRAINT "delivery_due_is_pending" CHECK ("status" = 'pending' OR "due_at" IS NULL);

-- An ended operation is final: no statement, however wrong, takes it back.
CREATE FUNCTION refuse_change_of_ended_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operation % has ended as % and cannot change', OLD.id, OLD.status;
END $$;
CREATE TRIGGER "operation_end_is_final" BEFORE UPDATE ON "operation"
  FOR EACH ROW WHEN (OLD."status" <> 'in_progress') EXECUTE FUNCTION refuse_change_of_ended_operation();

-- Rows that change in place often.
ALTER TABLE "operation" SET (fillfactor = 80);
ALTER TABLE "lane" SET (fillfactor = 50);

-- Updates that wait for an earlier one of the same record.
CREATE INDEX "operation_waiting_idx" ON "operation" ("waiting_on") WHERE "waiting_on" IS NOT NULL;

-- One open batch for each installation, object and type.
CREATE UNIQUE INDEX "operation_open_batch_idx" ON "operation" ("project_id", "installation_id", "object_name", "type")
  WHERE "stage" = 'accumulating';
ALTER TABLE "operation"
  ADD CONSTRAINT "operation_stage" CHECK ("stage" IN ('accumulating', 'executing')),
  ADD CONSTRAINT "operation_batch_size" CHECK ("stage" IS NULL OR "record_count" BETWEEN 1 AND 100);

-- Every row of these changes soon after it is made: what it leaves behind is cleared before it is a large part.
ALTER TABLE "operation" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "delivery" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "outbox" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
