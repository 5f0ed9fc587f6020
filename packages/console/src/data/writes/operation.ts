import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EventDetail, Operation, OperationRecord } from '@writ/sdk';
import { useState } from 'react';
import { pageOf } from '../client.ts';
import { useLive, type Pace } from '../live.ts';
import type { Project } from '../project.ts';
import { useForbidden } from '../session.ts';
import { mayChange } from './operations.ts';

const soonMs = 1_000;
const laterMs = 5_000;
const minuteMs = 60_000;
const retriedMs = 15_000;
/** An event comes within seconds of the end; later, none comes any more. */
const eventComesWithinMs = 10 * minuteMs;

function usePace(): (changedAt?: string) => Pace {
  const [openedMs] = useState(() => Date.now());
  return (changedAt) => {
    const quietSince = Math.max(openedMs, changedAt === undefined ? 0 : Date.parse(changedAt));
    return Date.now() - quietSince < minuteMs ? soonMs : laterMs;
  };
}

/** Read until it has ended, and then less often while it may be retried. */
export function useOperation({ name, writ }: Project, id: string) {
  const pace = usePace();
  return useLive({
    key: [name, 'operation', id],
    read: (signal) => writ.operations.get(id, { signal }),
    every: (last) => {
      if (!last || last.status === 'in_progress') return pace(last?.updateTime);
      return mayChange(last) && retriedMs;
    },
  });
}

/** Changes when the operation does. */
const stampOf = ({ status, updateTime, metadata: { retry, waiting } }: Operation): string =>
  [status, updateTime, retry?.attempts, retry?.lastAttempt, waiting?.reason].join(' ');

function usePartOf<T>(
  { name }: Project,
  operation: Operation,
  part: string,
  read: (signal: AbortSignal) => Promise<T>,
) {
  return useQuery({
    queryKey: [name, 'operation', operation.id, part, stampOf(operation)],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}

export const useAttempts = (project: Project, operation: Operation) =>
  usePartOf(project, operation, 'attempts', (signal) =>
    project.writ.operations.attempts(operation.id, { pageSize: 1_000 }, { signal }).all(),
  );

export const useLog = (project: Project, operation: Operation) =>
  usePartOf(project, operation, 'log', (signal) => project.writ.operations.logs(operation.id, { signal }));

/** At most a hundred records, or the one with this id. */
export const useRecords = (project: Project, operation: Operation, recordId?: string) =>
  usePartOf(project, operation, `records ${recordId ?? ''}`, (signal) =>
    project.writ.operations
      .records(operation.id, { pageSize: 100, ...(recordId !== undefined && { recordId }) }, { signal })
      .all(),
  );

/** The CRM's values of a record; only `refetch` reads them. */
export const useRecordNow = ({ name, writ }: Project, { id }: Operation, { index }: OperationRecord) =>
  useQuery({
    queryKey: [name, 'operation', id, 'record now', index],
    queryFn: ({ signal }) => writ.operations.readRecord(id, String(index), { signal }),
    enabled: false,
    gcTime: 0,
  });

/** The event of an ended operation, read until its last delivery has ended; null: none yet. */
export function useEvent({ name, writ }: Project, { id, updateTime, status, metadata }: Operation) {
  const forbidden = useForbidden('notifications:read');
  const pace = usePace();
  const isOver = () => Date.now() - Date.parse(updateTime) > eventComesWithinMs;
  const found = useLive<EventDetail | null>({
    key: [name, 'operation', id, 'event'],
    enabled: forbidden === undefined && status !== 'in_progress' && metadata.mode === 'asynchronous',
    read: async (signal) => {
      const about = { operationId: id, eventType: 'write.async.done', pageSize: 1 } as const;
      const { results } = await pageOf(writ.events.list(about, { signal }));
      return results[0] ? writ.events.get(results[0].id, { signal }) : null;
    },
    every: (event) => {
      if (event === undefined) return pace(updateTime);
      if (event === null) return isOver() ? false : pace(updateTime);
      const changes = event.deliveries.map((delivery) => delivery.updateTime).toSorted();
      return event.deliveries.some((delivery) => delivery.status === 'pending') && pace(changes.at(-1));
    },
  });
  return { ...found, forbidden, isOver };
}

/** Read again when it has changed. */
export const useDelivery = (
  { name, writ }: Project,
  { id, updateTime, attemptCount }: { id: string; updateTime: string; attemptCount: number },
) =>
  useQuery({
    queryKey: [name, 'delivery', id, updateTime, attemptCount],
    queryFn: ({ signal }) => writ.deliveries.get(id, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
