export { startWorker, type WorkerParts } from './compose.ts';
export { variables as workerVariables } from './config.ts';
