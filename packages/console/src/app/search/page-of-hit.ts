import type { SearchHit } from '@writ/sdk';

/** The page of what a search found, as parts of the address after the project; undefined: it has none yet. */
export function pageOfHit({ type, id }: Pick<SearchHit, 'type' | 'id'>): readonly string[] | undefined {
  const page = pages[type];
  return page === undefined ? undefined : [page, id];
}

const pages: Readonly<Partial<Record<SearchHit['type'], string>>> = {
  operation: 'operations',
  lane: 'lanes',
  delivery: 'deliveries',
  destination: 'destinations',
  event: 'events',
  topic: 'topics',
};
