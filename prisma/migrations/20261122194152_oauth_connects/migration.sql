-- CreateTable
CREATE TABLE "oauth_connect" (
    "id" UUID NOT NULL,
    "nonce_hash" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_app_id" UUID NOT NULL,
    "connection_id" UUID,
    "group_ref" TEXT NOT NULL,
    "group_name" TEXT,
    "consumer_ref" TEXT,
    "consumer_name" TEXT,
    "provider_workspace_ref" TEXT,
    "provider_metadata" JSONB,
    "base_url" TEXT,
    "opener_origin" TEXT,
    "code_verifier" TEXT NOT NULL,
    "begun_by" JSONB NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_connect_pkey" PRIMARY KEY ("id")
);
