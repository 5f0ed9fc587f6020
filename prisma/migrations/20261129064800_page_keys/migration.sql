-- Projects of before go on accepting keys of pages; new ones begin without.
ALTER TABLE "project" ADD COLUMN "page_keys" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "project" ALTER COLUMN "page_keys" SET DEFAULT false;

-- Tokens of the keys of before may lack an audience; those of new ones may not.
ALTER TABLE "jwt_key" ADD COLUMN "audience_required" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "jwt_key" ALTER COLUMN "audience_required" SET DEFAULT true;
