import type { Connection, SearchHit } from '@writ/sdk';
import type { Project } from '../../data/project.ts';

export type Leads = {
  href: string;
  /** What opens, if not the result's own page. */
  shows?: string;
};

/**
 * The page of a search result; without one, its writes or its customer. `connection` is a result found by its
 * id.
 */
export function pageOfHit(
  { type, id, by }: SearchHit,
  text: string,
  { to }: Pick<Project, 'to'>,
  connection: Connection | undefined,
): Leads {
  const writes = (shows: string, filter: Record<string, string>): Leads => ({
    href: to('operations', filter),
    shows,
  });
  if (type === 'installation') return writes('Opens its writes', { installationId: id });
  if (type === 'integration') return writes('Opens the writes through it', { integrationId: id });
  if (type !== 'connection') return { href: to(pages[type], id) };
  if (by === 'account') return writes('Opens the writes to this account', { account: text });
  return { href: to('customers', connection?.group.groupRef ?? text), shows: 'Opens the customer' };
}

const pages = {
  operation: 'operations',
  lane: 'lanes',
  delivery: 'deliveries',
  destination: 'destinations',
  event: 'events',
  topic: 'topics',
} as const satisfies Partial<Record<SearchHit['type'], string>>;
