-- The tasks of a project whose turn may be next: projects take turns. `task_running_idx` is for the release before.
CREATE INDEX "task_turn_idx" ON "task" ("project_id", "turn_time") WHERE "state" = 'running';
