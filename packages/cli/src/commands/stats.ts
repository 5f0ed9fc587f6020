import type { Stats } from '@writ/sdk';
import { Option, type Command } from 'commander';
import type { Columns, Printing } from '../output.ts';
import { momentOf, type Act } from '../session.ts';

type Bucket = Stats['buckets'][number];
type Options = Printing & { since?: string; bucket?: Stats['bucket'] };

const countOf = ({ ended }: Bucket, status: string): number =>
  ended.filter((each) => each.status === status).reduce((sum, { count }) => sum + count, 0);

/** What failures ended by, each kind once: a success may have a fault, too, which was overcome. */
export function faultsOf({ ended }: Pick<Bucket, 'ended'>): string {
  const counts = new Map<string, number>();
  for (const { status, fault, count } of ended) {
    if (status === 'failure' && fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + count);
  }
  return [...counts].map(([fault, count]) => `${fault} ${count}`).join(', ');
}

const columns: Columns<Bucket> = {
  TIME: ({ time }) => time,
  PROVIDER: ({ provider }) => provider,
  OBJECT: ({ resource }) => resource,
  ACCEPTED: ({ accepted }) => accepted,
  SUCCEEDED: (bucket) => countOf(bucket, 'success'),
  FAILED: (bucket) => countOf(bucket, 'failure'),
  FAULTS: faultsOf,
};

const dueColumns: Columns<Stats['due'][number]> = {
  'DUE SINCE': ({ oldestDue }) => oldestDue,
  PROVIDER: ({ provider }) => provider,
  OBJECT: ({ resource }) => resource,
};

export function statsCommand(ops: Command, act: Act): void {
  ops
    .command('stats')
    .description('counts what was accepted and how it ended, and tells what is due and waits')
    .option('--since <time>', 'a time, or 2h for two hours ago')
    .addOption(new Option('--bucket <length>', 'a line for each').choices(['minute', 'hour', 'day']))
    .action(
      act<[], Options>(async ({ writ, print }, _, { since, bucket, json, quiet }) => {
        const stats = await writ.stats({
          since: since === undefined ? undefined : momentOf(since),
          bucket,
        });
        if (json === true) {
          print.one(stats, undefined);
          return;
        }
        await print.list(stats.buckets, columns, ({ time }) => time);
        if (quiet === true || stats.due.length === 0) return;
        print.line('');
        await print.list(stats.due, dueColumns, ({ resource }) => resource);
      }),
    );
}
