export { faultsOfPage } from './faults-of-page.ts';
export { makeTraffic } from './make-traffic.ts';
export { adminToken, startConsole, type Look, type RunningConsole, type Visitor } from './start-console.ts';
