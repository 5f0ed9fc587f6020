import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string };

/** From the `package.json` at the root of the workspace. */
export const productVersion = version;
