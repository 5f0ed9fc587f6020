import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { hide, hideQuery } from '@writ/http';
import { Refusal } from '@writ/problems';
import type { SealedPlace, Secrets } from '@writ/tenancy';
import type { DestinationKind, SigningKey } from '../destination-kinds/destination-kind.ts';

/** Signing keys, newest first, and hidden parts of `metadata`. */
export type DestinationSecrets = { signingKeys: readonly SigningKey[]; hidden: JsonObject };

export type SecretBox = ReturnType<typeof secretBox>;

/** Each value opens only for its own row. */
export const secretBox = (box: Secrets) => ({
  sealer: async (projectId: string) => {
    const seal = await box.sealer(projectId);
    return (secrets: DestinationSecrets, destinationId: string): string =>
      seal(JSON.stringify(secrets), placeOf(destinationId));
  },
  /**
   * @param on the connection of an open transaction
   * @throws SealedError
   */
  open: async (sealed: string, destinationId: string, on?: Queryable): Promise<DestinationSecrets> =>
    JSON.parse(await box.open(sealed, placeOf(destinationId), on)) as DestinationSecrets,
});

export type SealDestination = Awaited<ReturnType<SecretBox['sealer']>>;

const placeOf = (rowId: string): SealedPlace => ({ table: 'destination', column: 'sealed', rowId });

/** `whsec_` and base64 of 32 bytes (Standard Webhooks). */
export const newSigningKey = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A signature takes 50 bytes in each of two headers; receivers usually accept 16 kB of headers. */
const mostKeys = 10;

/**
 * Puts a new key first. Older keys sign until `until`; ended ones are dropped.
 *
 * @throws Refusal (keys-signing) if too many keys sign
 */
export function rotate(keys: readonly SigningKey[], now: Date, overlapMs: number): SigningKey[] {
  const until = new Date(now.getTime() + overlapMs).toISOString();
  const alive = keys.filter((key) => key.until === undefined || Date.parse(key.until) > now.getTime());
  const [oldest] = alive.flatMap((key) => key.until ?? []).toSorted();
  if (alive.length >= mostKeys && oldest !== undefined) {
    const detail = `${mostKeys} keys sign the deliveries of the destination; the oldest ends at ${oldest}.`;
    throw new Refusal('keys-signing', { detail });
  }
  return [{ key: newSigningKey() }, ...alive.map(({ key, until: ends }) => ({ key, until: ends ?? until }))];
}

type Hiding = Pick<DestinationKind, 'hiddenMembers' | 'hiddenQueries'>;
type Divided = { shown: JsonObject; hidden: JsonObject };

/** Splits metadata into a shown part, with masks, and a sealed part to spread over it. */
export function divideMetadata(metadata: JsonObject, { hiddenMembers, ...kind }: Hiding): Divided {
  const entries = Object.entries(metadata).filter(([name]) => hiddenMembers.includes(name));
  const masks = Object.fromEntries(entries.map(([name, value]) => [name, hide(value)])) as JsonObject;
  const { shown, hidden } = divideQueries({ ...metadata, ...masks }, kind);
  return { shown, hidden: { ...Object.fromEntries(entries), ...hidden } };
}

/** Only queries, which an earlier release stored open; split metadata stays as it is. */
export function divideQueries(
  metadata: JsonObject,
  { hiddenQueries = [] }: Pick<Hiding, 'hiddenQueries'>,
): Divided {
  const urls = hiddenQueries.flatMap((name) => {
    const url = metadata[name];
    const mask = typeof url === 'string' ? hideQuery(url) : url;
    return mask === url || url === undefined || mask === undefined ? [] : [{ name, url, mask }];
  });
  return {
    shown: { ...metadata, ...Object.fromEntries(urls.map(({ name, mask }) => [name, mask])) },
    hidden: Object.fromEntries(urls.map(({ name, url }) => [name, url])),
  };
}

export function changedSecrets(before: DestinationSecrets, after: DestinationSecrets): string[] {
  const names = new Set([...Object.keys(before.hidden), ...Object.keys(after.hidden)]);
  const hidden = [...names].filter((name) => !isDeepStrictEqual(before.hidden[name], after.hidden[name]));
  const isSame = isDeepStrictEqual(before.signingKeys, after.signingKeys);
  return [...hidden.map((name) => `metadata.${name}`), ...(isSame ? [] : ['secrets.webhookSigningKey'])];
}
