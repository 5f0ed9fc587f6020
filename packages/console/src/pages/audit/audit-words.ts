import type { AuditEntry } from '@writ/sdk';
import { shortened } from '../../parts/facts/words.ts';

export function actorWords({ kind, id, groupRef }: AuditEntry['actor']): string {
  const who = {
    admin: 'administrator',
    anyone: 'anyone',
    command: `command of ${id}`,
    apiKey: `key ${shortened(id)}`,
    jwt: `token of key ${shortened(id)}`,
    session: id === 'admin' ? 'administrator, console' : `key ${shortened(id)}, console`,
  }[kind];
  return groupRef === undefined ? who : `${who} for ${groupRef}`;
}

export const changesWords = ({ changes }: Pick<AuditEntry, 'changes'>): string =>
  Object.keys(changes).join(', ');

type Change = AuditEntry['changes'][string];

/** Values that the audit does not keep have words. */
export function valueWords(change: Change, side: 'before' | 'after'): string {
  if (change.changed) return 'not shown';
  const value = change[side];
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
