export { composeGateway, type GatewayParts } from './compose.ts';
export { variables as gatewayVariables } from './config.ts';
export { postWrite } from './routes/post-write.ts';
