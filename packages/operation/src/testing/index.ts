export { acceptOperations } from '../accept/accept-operations.ts';
export { keepDoubts } from '../manage/retry-traces.ts';
export type { BatchedWrite } from '../accept/batch/auto-batch.ts';
export { acceptBatched } from '../accept/batch/accept-batched.ts';
export { aClaimedOperation, anAnnouncement, anOperation, aTarget, viewOperation } from './an-operation.ts';
export { recordEndedOperations } from '../synchronous/record-ended-operations.ts';
