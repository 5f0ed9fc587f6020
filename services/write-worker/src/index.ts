export { startWorker, type WorkerParts } from './compose.ts';
export { mostUnderWay, readConfig as readWorkerConfig, variables as workerVariables } from './config.ts';
export { serveWorker } from './serve-worker.ts';
