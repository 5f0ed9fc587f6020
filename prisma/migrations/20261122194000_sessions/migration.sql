-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "session_id" UUID;

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "key_id" UUID,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "console_code" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "console_code_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "session_hash_key" ON "session"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "console_code_hash_key" ON "console_code"("hash");
