export { aClaimedOperation, anOperation } from './an-operation.ts';
