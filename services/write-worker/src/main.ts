import { runService } from '@writ/service-kit';
import { readConfig } from './config.ts';
import { serveWorker } from './serve-worker.ts';

await runService('write-worker', (closing) => serveWorker(readConfig(process.env), closing));
