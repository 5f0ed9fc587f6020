export { composeGateway, type GatewayParts } from './compose.ts';
export { readConfig as readGatewayConfig, variables as gatewayVariables } from './config.ts';
export { postWrite } from './routes/post-write.ts';
export { serveGateway } from './serve-gateway.ts';
