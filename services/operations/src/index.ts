export { composeOperations, type OperationsParts } from './compose.ts';
export { variables as operationsVariables } from './config.ts';
