import { constants, accessSync } from 'node:fs';
import type { Values } from './environment.ts';
import { optional, secret, text, textOf, url } from './variables.ts';

const proxy = secret(
  url(
    'Proxy through which https:// addresses of providers and destinations are reached, as http://host:port.',
    ['http', 'https'],
  ),
);

/** For processes that call providers or destinations. */
export const outgoingVariables = {
  // Other programs accept host:port.
  HTTPS_PROXY: optional({
    ...proxy,
    parse: (given) => proxy.parse(given.includes('://') ? given : `http://${given}`),
  }),
  NO_PROXY: optional(
    text('Hosts that are reached without the proxy, separated by commas; a name includes its subdomains.'),
  ),
  NODE_EXTRA_CA_CERTS: optional(
    textOf("File with certificates (PEM) of further authorities to trust, such as a proxy's.", {
      ofWhat: 'file that can be read',
      isRight: isReadable,
    }),
  ),
};

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Options of undici's `EnvHttpProxyAgent`. */
export type OutgoingProxy = { httpsProxy: string; noProxy: string };

export const outgoingProxyOf = ({
  HTTPS_PROXY,
  NO_PROXY = '',
}: Pick<Values<typeof outgoingVariables>, 'HTTPS_PROXY' | 'NO_PROXY'>): OutgoingProxy | undefined =>
  HTTPS_PROXY === undefined ? undefined : { httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY };
