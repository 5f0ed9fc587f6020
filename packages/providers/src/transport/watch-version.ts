import type { Transport } from './transport.ts';

/**
 * A transport that notes by `onRetired` whether the provider still serves this version of its API, by the last answer to a
 * path that names it: 410 says that the version is retired (Providers §1.4).
 */
export const watchVersion = (
  transport: Transport,
  version: string,
  onRetired: (isRetired: boolean) => void,
): Transport => ({
  ...transport,
  async send(request, limits) {
    const delivery = await transport.send(request, limits);
    if (delivery.kind === 'answered' && request.path.includes(version)) {
      onRetired(delivery.answer.status === 410);
    }
    return delivery;
  },
});
