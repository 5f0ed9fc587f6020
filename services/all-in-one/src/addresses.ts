import type { Listening } from '@writ/http';
import { freePort } from '@writ/local-servers';
import { sandboxAddresses } from '@writ/providers';

import type { Config } from './config.ts';

/** The configuration with the addresses of both hosts. */
export type Addressed = Awaited<ReturnType<typeof withAddresses>>;

/** Links that answers hold need the addresses before the hosts listen, so free ports are chosen first. */
export async function withAddresses(config: Config) {
  const managementPort = config.MANAGEMENT_PORT || (await freePort());
  const writePort = config.WRITE_PORT || (await freePort());
  return {
    ...config,
    MANAGEMENT_PORT: managementPort,
    WRITE_PORT: writePort,
    PUBLIC_MANAGEMENT_URL: config.PUBLIC_MANAGEMENT_URL ?? `http://127.0.0.1:${managementPort}/v1`,
    PUBLIC_WRITE_URL: config.PUBLIC_WRITE_URL ?? `http://127.0.0.1:${writePort}/v1`,
  };
}

/** Where a host's endpoints are found. */
export const addressOf = ({ url }: Listening): string => `${url}/v1`;

/** The sandbox stands in for each provider that the environment does not name. */
export const withSandbox = (config: Addressed, sandboxUrl: string) => ({
  ...config,
  ...sandboxAddresses(sandboxUrl, config),
});
