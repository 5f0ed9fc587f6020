import type { JsonObject } from '@writ/contracts';
import { unseal, seal, type Keyring, type SealedPlace } from '@writ/tenancy';
import type { SigningKey } from '../destination-kinds/destination-kind.ts';
import type { DestinationSecrets, SecretBox } from './secrets.ts';

/** Seals the secrets of destinations with the keys of the installation; each value opens for its own row alone. */
export function secretBox(keyring: Keyring): SecretBox {
  return {
    seal: (secrets, id) => seal(keyring, JSON.stringify(secrets), placeOf(id)),
    unseal: (sealed, id) => {
      const secrets = JSON.parse(unseal(keyring, sealed, placeOf(id))) as {
        signingKeys: SigningKey[];
        hidden: JsonObject;
      };
      return secrets satisfies DestinationSecrets;
    },
  };
}

const placeOf = (rowId: string): SealedPlace => ({ table: 'destination', column: 'sealed', rowId });
