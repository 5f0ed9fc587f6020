export { composeInstallations } from './compose.ts';
export { commandActor } from './admin/command-actor.ts';
export { makeConsoleLink } from './sessions/make-console-link.ts';
export { seedDemo, type SeedDemoOptions } from './demo/seed-demo.ts';
export type { DemoFile } from './demo/demo-file.ts';
export { variables as installationsVariables } from './config.ts';
