import { useChange } from '../change.ts';
import { namesKey } from '../names.ts';
import { topicsKey } from '../notifications/destination.ts';
import type { EventType } from '../notifications/event-types.ts';
import type { Project } from '../project.ts';

export type RouteChange =
  | { topicId: string; eventType: EventType; id?: undefined }
  | { topicId: string; destinationId: string; id?: undefined }
  | { id: string; of: 'types' | 'destinations' };

export function useRouteChange(project: Project) {
  const { eventRoutes, destinationRoutes } = project.writ;
  return useChange(async (change: RouteChange): Promise<unknown> => {
    if (change.id !== undefined)
      return (change.of === 'types' ? eventRoutes : destinationRoutes).delete(change.id);
    return 'eventType' in change ? eventRoutes.create(change) : destinationRoutes.create(change);
  }, topicsKey(project));
}

export type NewTopic = Parameters<Project['writ']['topics']['create']>[0];

export const useTopicChange = <Given, Result>(project: Project, change: (given: Given) => Promise<Result>) =>
  useChange(change, namesKey(project.name, 'topics'), topicsKey(project));

export const useCreateTopic = (project: Project) =>
  useTopicChange(project, (given: NewTopic) => project.writ.topics.create(given));

export const useRenameTopic = (project: Project, id: string) =>
  useTopicChange(project, (given: Pick<NewTopic, 'name'>) => project.writ.topics.rename(id, given));

export const useDeleteTopic = (project: Project, id: string) =>
  useTopicChange(project, () => project.writ.topics.delete(id));
