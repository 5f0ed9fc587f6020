import type { Operation } from '@writ/sdk';
import type { Project } from '../../data/project.ts';

export type WaitingReason = NonNullable<Operation['metadata']['waiting']>['reason'];

/** Follows `Waits: ` or `Waited: `. */
export const reasonWords: Readonly<Record<WaitingReason, string>> = {
  quota: "the provider's limit is used up",
  order: 'an earlier write to the same record comes first',
  connection: 'its connection cannot be used',
  outage: 'the provider is down',
  paused: 'an operator holds the writes of this account',
  batch: 'the batch collects more records',
  retry: 'the next attempt is not due yet',
};

export function summaryOf({ status, fault, metadata }: Operation): string {
  const { recordCount, succeeded, failed, ambiguous } = metadata;
  const of = `${succeeded} of ${recordCount}`;
  if (status === 'in_progress') return underWay(metadata);
  if (fault === 'cancelled')
    return ambiguous ? 'Cancelled; it may have been written nonetheless' : `Cancelled; written ${of}`;
  if (recordCount > 1) return failed > 0 ? `Written ${of}, ${failed} failed` : `Written ${of}`;
  if (status === 'failure') return metadata.type === 'delete' ? 'Not deleted' : 'Not written';
  return { create: 'Created', update: 'Updated', upsert: 'Written', delete: 'Deleted' }[metadata.type];
}

function underWay({ autoBatch, recordCount, succeeded, waiting }: Operation['metadata']): string {
  if (autoBatch?.stage === 'accumulating') return `Collects records: ${autoBatch.count} of 100`;
  const sofar = recordCount > 1 ? `Written ${succeeded} of ${recordCount} so far` : 'Not written yet';
  return waiting ? `${sofar}: ${reasonWords[waiting.reason]}` : sofar;
}

export const becauseOf = ({ status, result, metadata }: Operation): string | undefined =>
  status === 'failure' ? result : metadata.retry?.lastError?.message;

export const commandsFor = ({ name }: Project, id: string): Readonly<Record<string, string>> => ({
  Curl: `curl -H "X-Api-Key: $WRIT_API_KEY" '${location.origin}/v1/projects/${encodeURIComponent(name)}/operations/${id}'`,
  SDK: `const operation = await writ.operations.get('${id}');`,
  'Command line': `writ --project ${name} ops get ${id}`,
});
