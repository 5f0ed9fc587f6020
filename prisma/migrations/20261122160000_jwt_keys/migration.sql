-- CreateTable
CREATE TABLE "jwt_key" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "public_key_pem" TEXT NOT NULL,
    "scopes" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "create_time" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_time" TIMESTAMPTZ(6),

    CONSTRAINT "jwt_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "jwt_key_project_id_idx" ON "jwt_key"("project_id");
