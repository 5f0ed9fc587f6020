import type { Closing } from '@writ/service-kit';
import { startProcess, type TaskProcess } from '../processes/start-process.ts';
import type { PublishResult, PublishTask } from './publish-task.ts';

/** A process that publishes events to Kafka. */
export const startPublisher = (closing: Closing): Promise<TaskProcess<PublishTask, PublishResult>> =>
  startProcess(new URL('publish.main.ts', import.meta.url), closing);
