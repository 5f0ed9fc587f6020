import type { Listening } from '@writ/http';
import { freePort } from '@writ/local-servers';
import { sandboxAddresses } from '@writ/providers';

import type { Config } from './config.ts';

export type Addressed = Awaited<ReturnType<typeof withAddresses>>;

/** Answers contain links, so free ports are chosen before the hosts listen. */
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

export const addressOf = ({ url }: Listening): string => `${url}/v1`;

/** Replaces each provider whose address the environment does not give. */
export const withSandbox = (config: Addressed, sandboxUrl: string) => ({
  ...config,
  ...sandboxAddresses(sandboxUrl, config),
});
