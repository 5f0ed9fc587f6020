import { destinationSchema, type Destination, type JsonObject } from '@writ/contracts';
import type { Prisma, Queryable } from '@writ/db';
import { Refusal } from '@writ/problems';
import { toldBy, unlessSealed } from '@writ/service-parts';
import { destinationKinds } from '../destination-kinds/destination-kinds.ts';
import { divideQueries, type DestinationSecrets, type SealDestination, type SecretBox } from './secrets.ts';

export type StoredDestination = {
  view: Destination;
  /** @throws Refusal (unavailable) if no key of this service opens them */
  openSecrets: () => Promise<DestinationSecrets>;
};

export type DestinationContent = { name: string; metadata: JsonObject; secrets: DestinationSecrets };

export const columnsOf = (
  id: string,
  { name, metadata, secrets }: DestinationContent,
  seal: SealDestination,
) => ({
  name,
  metadata,
  sealed: seal(secrets, id),
  // The newest key has no end; the next one is the one it replaced, which ends last.
  oldKeyUntil: secrets.signingKeys[1]?.until ?? null,
});

/** @param on the connection of an open transaction */
export const toStored = (
  row: Prisma.DestinationModel,
  box: SecretBox,
  on?: Queryable,
): StoredDestination => ({
  view: toView(row),
  openSecrets: async () => {
    // The log of deliveries names the missing key.
    const what = { what: "The destination's secrets", orElse: 'create the destination anew' };
    const opened = await unlessSealed(what, () => box.open(row.sealed ?? '', row.id, on));
    const { hidden, ...secrets } = opened;
    return { ...secrets, hidden: { ...queriesOf(row).hidden, ...hidden } };
  },
});

/** Shown metadata, and queries that an earlier release stored open. */
const queriesOf = ({ type, metadata }: Pick<Prisma.DestinationModel, 'type' | 'metadata'>) =>
  divideQueries(metadata as JsonObject, destinationKinds.find((kind) => kind.type === type) ?? {});

export const toContent = ({ oldKeyUntil: _, ...row }: Prisma.DestinationModel): Destination => ({
  ...toldBy(destinationSchema, row),
  metadata: queriesOf(row).shown,
  status: row.status as Destination['status'],
});

export const toView = (row: Prisma.DestinationModel): Destination => ({
  ...toContent(row),
  ...(row.lastSuccessAt && { lastSuccess: row.lastSuccessAt.toISOString() }),
  ...(row.failingSince && {
    failing: { since: row.failingSince.toISOString(), failuresInRow: row.failuresInRow },
  }),
  ...(row.oldKeyUntil && row.oldKeyUntil > new Date() && { oldKeyUntil: row.oldKeyUntil.toISOString() }),
});

/** @throws Refusal (destination-disabled) with the reason */
export function assertEnabled({ status, disabledReason = '' }: Destination): void {
  if (status === 'disabled')
    throw new Refusal('destination-disabled', {
      detail: `The destination is disabled. ${disabledReason}`.trimEnd(),
    });
}
