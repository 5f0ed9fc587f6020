import type { Stats } from '@writ/sdk';
import type { Command } from 'commander';
import { filtersOf } from '../options.ts';
import type { Printing } from '../output.ts';
import type { Act } from '../session.ts';

type Bucket = Stats['buckets'][number];

const countOf = ({ ended }: Bucket, status: string): number =>
  ended.filter((each) => each.status === status).reduce((sum, { count }) => sum + count, 0);

/** Kinds of failures. A success may have a fault, too. */
export function faultsOf({ ended }: Pick<Bucket, 'ended'>): string {
  const counts = new Map<string, number>();
  for (const { status, fault, count } of ended) {
    if (status === 'failure' && fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + count);
  }
  return [...counts].map(([fault, count]) => `${fault} ${count}`).join(', ');
}

const filters = filtersOf('getStats', { '--since <time>': 'since', '--bucket <length>': 'bucket' });

export function statsCommand(command: Command, act: Act): void {
  filters.addTo(command);
  command.description('Count operations by time and outcome, and show those that are due').action(
    act<[], Printing>(async ({ writ, print }, _, options) => {
      const stats = await writ.stats(filters.queryOf(options));
      if (options.json === true) {
        print.one(stats, undefined);
        return;
      }
      await print.list(stats.buckets, {
        TIME: 'time',
        PROVIDER: 'provider',
        OBJECT: 'resource',
        ACCEPTED: 'accepted',
        SUCCEEDED: (bucket) => countOf(bucket, 'success'),
        FAILED: (bucket) => countOf(bucket, 'failure'),
        FAULTS: faultsOf,
      });
      if (options.quiet === true || stats.due.length === 0) return;
      print.line('');
      await print.list(stats.due, { 'DUE SINCE': 'oldestDue', PROVIDER: 'provider', OBJECT: 'resource' });
    }),
  );
}
