import type { Destination } from '@writ/contracts';
import type { StoredDestination } from './destination-repository.ts';

/** A destination with the key that signs its deliveries from now on, where its kind has one. */
export function withSecrets({ view, unsealSecrets }: StoredDestination): Destination {
  const [newest] = unsealSecrets().signingKeys;
  return newest ? { ...view, secrets: { webhookSigningKey: newest.key } } : view;
}
