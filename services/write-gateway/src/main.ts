import { runService } from '@writ/service-kit';
import { readConfig } from './config.ts';
import { serveGateway } from './serve-gateway.ts';

await runService('write-gateway', (closing) => serveGateway(readConfig(process.env), closing));
