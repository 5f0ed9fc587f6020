-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "last_used_time" TIMESTAMPTZ(6),
ADD COLUMN     "prefix" TEXT;

-- AlterTable
ALTER TABLE "jwt_key" ADD COLUMN     "last_used_time" TIMESTAMPTZ(6);

-- Keys that end soon are found without a look at the others.
CREATE INDEX "api_key_expire_idx" ON "api_key" ("expire_time") WHERE "expire_time" IS NOT NULL;
