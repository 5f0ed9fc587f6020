import type { Operation } from '@writ/sdk';
import type { Standing } from '../../parts/facts/facts.tsx';

export function operationStanding({ status, fault, metadata, retriedAs }: Operation): Standing {
  if (status === 'in_progress') return underWay(metadata);
  const then = retriedAs === undefined ? '' : ', retried';
  if (status === 'failure')
    return fault === 'cancelled'
      ? { tone: 'off', words: `Cancelled${then}` }
      : { tone: 'bad', words: `Failure${then}` };
  return metadata.failed > 0
    ? { tone: 'partial', words: `Partial${then}` }
    : { tone: 'good', words: 'Success' };
}

function underWay({ waiting, autoBatch, retry }: Operation['metadata']): Standing {
  if (waiting) return { tone: 'waiting', words: waitingWords[waiting.reason] };
  if (autoBatch?.stage === 'accumulating') return { tone: 'waiting', words: 'Collecting' };
  return { tone: 'busy', words: (retry?.attempts ?? 0) > 0 ? 'In progress' : 'Accepted' };
}

const waitingWords: Readonly<Record<NonNullable<Operation['metadata']['waiting']>['reason'], string>> = {
  quota: 'Waits: quota',
  order: 'Waits: order',
  connection: 'Waits: connection',
  outage: 'Waits: outage',
  paused: 'Paused',
  batch: 'Waits: batch',
  retry: 'Waits: retry',
};
