import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  CallOptions,
  DeliveriesPreview,
  OperationsPreview,
  QueryOf,
  Task,
  TaskStarted,
} from '@writ/sdk';
import { longLimits } from '../client.ts';
import { forgetDeliveries } from '../notifications/deliveries.ts';
import type { Project } from '../project.ts';

type Filter<Id extends 'postOperationsRetry' | 'postDeliveriesRedeliver'> = Omit<
  QueryOf<Id>,
  'dryRun' | 'everything'
>;

export type Also = Pick<QueryOf<'postOperationsCancel'>, 'all' | 'force'>;

export type Many =
  | { action: 'retry' | 'cancel'; filter: Filter<'postOperationsRetry'>; also?: Also }
  | { action: 'redeliver'; filter: Filter<'postDeliveriesRedeliver'> };

export type ManyPreview = OperationsPreview | DeliveriesPreview;

export const isEverything = ({ filter }: Pick<Many, 'filter'>): boolean =>
  Object.values(filter).every((value) => value === undefined);

export const useManyPreview = (project: Project, many: Many) =>
  useQuery({
    queryKey: [project.name, 'many', many],
    queryFn: async ({ signal }): Promise<ManyPreview> => {
      const answer = await ask(project, many, true, { ...longLimits, signal });
      if (!('examples' in answer))
        throw new Error('The service began a task where only a preview was asked for.');
      return answer;
    },
    staleTime: Infinity,
    // Opened again, it counts again.
    gcTime: 0,
  });

/** Starts it; the host counts again. Resolves to the id of its task. */
export function useManyStart(project: Project) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (many: Many): Promise<Task['id']> => {
      const answer = await ask(project, many, false, longLimits);
      if (!('taskId' in answer)) throw new Error('The service began no task.');
      return answer.taskId;
    },
    onSuccess: (_taskId, { action }) => {
      if (action === 'redeliver') forgetDeliveries(client, project);
    },
  });
}

function ask(
  { writ }: Project,
  many: Many,
  dryRun: boolean,
  options: CallOptions,
): Promise<ManyPreview | TaskStarted> {
  const how = { dryRun, everything: isEverything(many) || undefined };
  switch (many.action) {
    case 'retry':
      return writ.operations.retryAll({ ...many.filter, ...how }, options);
    case 'cancel':
      return writ.operations.cancelAll({ ...many.filter, ...many.also, ...how }, options);
    case 'redeliver':
      return writ.deliveries.redeliverAll({ ...many.filter, ...how }, options);
  }
}
