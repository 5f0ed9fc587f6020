export { operationsEndpoints } from './compose.ts';
export { variables as operationsVariables } from './config.ts';
