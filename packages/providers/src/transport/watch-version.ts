import type { Transport } from './transport.ts';

/** Reports whether the last answer to a versioned path was 410: the version is retired (Providers §1.4). */
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
