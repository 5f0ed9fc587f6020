import type { JsonObject } from '@writ/contracts';
import type { Pool } from 'pg';
import type { Send, SendDeps } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { openMetadata, type SecretBox } from '../destinations/secrets.ts';

/** A destination ready to be sent to. */
export type ReadyDestination = { enabled: boolean; send: Send };

/** Destinations by id, as they are now; undefined where there is none. */
export type DestinationBook = { find(id: string): Promise<ReadyDestination | undefined> };

type Row = { type: string; metadata: string; sealed: string; enabled: boolean };

const findSql = `
  SELECT type, metadata::text AS metadata, sealed, status = 'enabled' AS enabled FROM destination WHERE id = $1`;

const keptDestinations = 10_000;

/**
 * Reads a destination's row each time, and prepares it (secrets opened, keys decoded) only when the row has changed:
 * every change seals anew, so the sealed text tells.
 */
export function createDestinationBook(deps: SendDeps & { pool: Pool; secrets: SecretBox }): DestinationBook {
  const prepared = new Map<string, { row: Row; send: Send }>();

  const prepare = (id: string, row: Row): Send => {
    const opened = deps.secrets.open(row.sealed, id);
    const metadata = openMetadata(JSON.parse(row.metadata) as JsonObject, opened);
    const send = kindOf(row.type).prepare({ metadata, signingKeys: opened.signingKeys }, deps);
    if (prepared.size >= keptDestinations) prepared.clear();
    prepared.set(id, { row, send });
    return send;
  };

  return {
    find: async (id) => {
      const { rows } = await deps.pool.query<Row>({ name: 'find-destination', text: findSql, values: [id] });
      const [row] = rows;
      if (!row) {
        prepared.delete(id);
        return undefined;
      }
      const known = prepared.get(id);
      const same = known && known.row.sealed === row.sealed && known.row.metadata === row.metadata;
      return { enabled: row.enabled, send: same ? known.send : prepare(id, row) };
    },
  };
}
