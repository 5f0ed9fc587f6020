import type { WriteAnswer } from '../openapi/write.ts';

type About = Pick<WriteAnswer, 'operationId' | 'warnings'>;
type Has<Members extends keyof WriteAnswer> = Required<Pick<WriteAnswer, Members>>;

/** What a write that was accepted for later is answered. */
export type WriteAcknowledgement = Pick<WriteAnswer, 'operationId'>;

/** What a synchronous write of one record is answered. */
export type WriteResult = About & Has<'result'>;

/** What a synchronous write of a batch is answered. */
export type WriteBatchResult = About & Has<'successCount' | 'failureCount' | 'results' | 'errors'>;
