import type { JsonObject } from '@writ/contracts';
import { lowestId, startLeaderRounds, type Database, type LeaderRounds, type Transaction } from '@writ/db';
import { errorFields, type Logger } from '@writ/service-kit';
import { SealedError } from '@writ/tenancy';
import type { DestinationKind } from '../destination-kinds/destination-kind.ts';
import { destinationKinds } from '../destination-kinds/destination-kinds.ts';
import { divideQueries, type SealDestination, type SecretBox } from './secrets.ts';

const everyMs = 10 * 60_000;
const atOnce = 100;

const someSql = `
  SELECT id, project_id AS "projectId", metadata FROM destination
  WHERE id > $1 AND type = $2 AND metadata ->> $3 LIKE '%?%' ORDER BY id LIMIT $4`;

type Row = { id: string; projectId: string; metadata: JsonObject };
type Sealing = { database: Pick<Database, 'pool' | 'transaction'>; box: SecretBox };

/** Repeated: a process of the previous release may store open queries. */
export const startSealingQueries = ({ logger, ...sealing }: Sealing & { logger: Logger }): LeaderRounds =>
  startLeaderRounds({
    db: sealing.database.pool,
    name: 'destination-queries',
    everyMs,
    round: async () => {
      await sealQueries(sealing);
      return everyMs;
    },
    onError: (error) => logger.warn('queries of destinations not sealed; tried again', errorFields(error)),
  });

/** Seals query values that an earlier release stored open. Rows whose secrets no key opens stay. */
export async function sealQueries(sealing: Sealing): Promise<void> {
  for (const kind of destinationKinds)
    for (const member of kind.hiddenQueries ?? []) await sealMember(sealing, kind, member);
}

async function sealMember({ database, box }: Sealing, kind: DestinationKind, member: string): Promise<void> {
  for (let after: string | undefined = lowestId; after !== undefined;) {
    const rows: Row[] = (await database.pool.query<Row>(someSql, [after, kind.type, member, atOnce])).rows;
    for (const { id, projectId, metadata } of rows) {
      if (Object.keys(divideQueries(metadata, kind).hidden).length === 0) continue;
      const seal = await box.sealer(projectId);
      await database.transaction((tx) => sealHeld(tx, id, { kind, box, seal })).catch(unlessSealed);
    }
    after = rows.length < atOnce ? undefined : rows.at(-1)?.id;
  }
}

function unlessSealed(error: unknown): void {
  if (!(error instanceof SealedError)) throw error;
}

async function sealHeld(
  { prisma, sql }: Transaction,
  id: string,
  { kind, box, seal }: { kind: DestinationKind; box: SecretBox; seal: SealDestination },
): Promise<void> {
  await sql.query('SELECT FROM destination WHERE id = $1 FOR UPDATE', [id]);
  const row = await prisma.destination.findUnique({ where: { id } });
  if (!row) return;
  const { shown, hidden } = divideQueries(row.metadata as JsonObject, kind);
  const secrets = await box.open(row.sealed ?? '', id, sql);
  const sealed = seal({ ...secrets, hidden: { ...secrets.hidden, ...hidden } }, id);
  await prisma.destination.update({ where: { id }, data: { metadata: shown, sealed } });
}
