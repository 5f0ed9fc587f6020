import type { Closing } from '@writ/service-kit';
import { startTaskProcess, type TaskProcess } from '@writ/test-kit';
import type { PublishResult, PublishTask } from './publish-task.ts';

/** A process that publishes events to Kafka. */
export const startPublisher = (closing: Closing): Promise<TaskProcess<PublishTask, PublishResult>> =>
  startTaskProcess(new URL('publish.main.ts', import.meta.url), closing);
