-- CreateTable
CREATE TABLE "task_chunk" (
    "project_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "task_chunk_pkey" PRIMARY KEY ("project_id","task_id","step")
);
