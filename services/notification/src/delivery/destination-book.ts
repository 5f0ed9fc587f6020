import { LRUCache } from 'lru-cache';
import type { JsonObject } from '@writ/contracts';
import { coalesceById, isUnavailable } from '@writ/db';
import { errorFields, type Logger } from '@writ/service-kit';
import { SealedError } from '@writ/tenancy';
import type { Pool } from 'pg';
import type { ObjectRules, Send, SendDeps } from '../destination-kinds/destination-kind.ts';
import { destinationKinds, kindOf } from '../destination-kinds/destination-kinds.ts';
import type { SecretBox } from '../destinations/secrets.ts';

/** Destinations that we send to, as they are now. */
export type DestinationBook = {
  find(id: string): Promise<Found | undefined>;
  /** Undefined before the first `find`. */
  apartMs: (id: string) => number | undefined;
  /** Undefined before the first `find`. */
  objects: (id: string) => ObjectRules | false | undefined;
  close(): Promise<void>;
};

/** `version` changes with every change. `objects` follows from the kind. */
type Found = { enabled: boolean; version: number; send: Send; objects: ObjectRules | false };

type Row = { id: string; type: string; metadata: string; sealed: string; enabled: boolean; version: number };

export const versionOf = `coalesce(extract(epoch FROM d.update_time)::float8, 0)`;

const findSql = `
  SELECT d.id, d.type, d.metadata::text AS metadata, d.sealed, d.status = 'enabled' AS enabled, ${versionOf} AS version
  FROM json_array_elements_text($1::json) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM destination WHERE id = given.id::uuid AND pulled_at IS NULL LIMIT 1) AS d`;

const keptDestinations = 10_000;

/** The log names the missing key, or the other cause. */
const sealedFast = "The destination's secrets cannot be opened with the keys of this service.";
const unprepared = 'This process of the service cannot send to the destination; its log says why.';

type BookDeps = SendDeps & { pool: Pool; secrets: SecretBox; logger: Logger };

/**
 * Reads rows each time; concurrent look-ups share a statement. Prepares only after a change, which seals anew, so the
 * sealed text shows it. If secrets cannot be opened, deliveries fail with that reason and are retried.
 */
export function createDestinationBook(deps: BookDeps): DestinationBook {
  const prepared = new LRUCache<
    string,
    { row: Row; send: Send; objects: ObjectRules | false; apartMs: number }
  >({
    max: keptDestinations,
    // Deliveries in flight end first.
    dispose: ({ send }) => void send.close?.(),
  });

  const prepare = async (id: string, row: Row, objects: ObjectRules | false): Promise<Send> => {
    try {
      const opened = await deps.secrets.open(row.sealed, id);
      const metadata = { ...(JSON.parse(row.metadata) as JsonObject), ...opened.hidden };
      const kind = kindOf(row.type);
      if (kind.delivers === 'pull') throw new Error(`Nothing is sent to the kind "${row.type}".`);
      const send = kind.prepare({ metadata, signingKeys: opened.signingKeys }, deps);
      prepared.set(id, { row, send, objects, apartMs: kind.apartMs ?? 0 });
      return send;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      deps.logger.error('destination cannot be opened; its deliveries fail', {
        destinationId: id,
        ...errorFields(error),
      });
      const told = error instanceof SealedError ? sealedFast : unprepared;
      return () => Promise.resolve({ delivered: false, at: deps.clock.now(), durationMs: 0, error: told });
    }
  };

  const findRow = coalesceById(async (ids) => {
    const values = [JSON.stringify(ids)];
    const { rows } = await deps.pool.query<Row>({ name: 'find-destinations', text: findSql, values });
    return new Map(rows.map((row) => [row.id, row]));
  });

  return {
    apartMs: (id) => prepared.get(id)?.apartMs,
    objects: (id) => prepared.get(id)?.objects,
    close: async () => {
      await Promise.all([...prepared.values()].map(async ({ send }) => send.close?.()));
    },
    find: async (id) => {
      const row = await findRow(id);
      if (!row) {
        prepared.delete(id);
        return undefined;
      }
      const known = prepared.get(id);
      const same = known && known.row.sealed === row.sealed && known.row.metadata === row.metadata;
      const objects = same ? known.objects : objectsOf(row, deps.clock);
      const send = same ? known.send : await prepare(id, row, objects);
      return { enabled: row.enabled, version: row.version, send, objects };
    },
  };
}

/** Needs no secret. */
function objectsOf({ type, metadata }: Row, clock: { now(): Date }): ObjectRules | false {
  const kind = destinationKinds.find((known) => known.type === type);
  if (kind?.delivers !== 'push' || !kind.objects) return false;
  const { bounds, newName } = kind.objects;
  const shown = JSON.parse(metadata) as JsonObject;
  return { ...bounds(shown), newName: () => newName(shown, clock.now()) };
}
