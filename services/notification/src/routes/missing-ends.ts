import type { IssueInput } from '@writ/problem-details';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import type { TopicRepository } from '../topics/topic-repository.ts';
import { destinationNotFound, endsNotFound, topicNotFound } from './not-found.ts';

type Deps = {
  topics: Pick<TopicRepository, 'exists'>;
  /** Only where a route has a destination. */
  destinations?: Pick<DestinationRepository, 'find'>;
};

/** The ends of a route that a body with other faults names, and that are none of the project's. */
export async function missingEnds(
  { topics, destinations }: Deps,
  projectId: string,
  body: unknown,
): Promise<readonly IssueInput[]> {
  const { topicId, destinationId } = (body ?? {}) as { topicId?: unknown; destinationId?: unknown };
  const [topic, destination] = [named(topicId), named(destinationId)];
  const noTopic = topic !== undefined && !(await topics.exists(projectId, topic));
  const noDestination =
    destination !== undefined && destinations && !(await destinations.find(projectId, destination));
  return (
    endsNotFound({
      ...(noTopic && { topicId: topic }),
      ...(noDestination && { destinationId: destination }),
    }).facts.issues ?? []
  );
}

/** An id or a name as it may be looked for; what is none is told already. */
const named = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed()
    ? value
    : undefined;

/** The destination of a path, where the project has none such. */
export const missingDestination = async (
  { destinations }: { destinations: Pick<DestinationRepository, 'find'> },
  projectId: string,
  idOrName: string,
): Promise<readonly IssueInput[]> =>
  (await destinations.find(projectId, idOrName)) ? [] : (destinationNotFound(idOrName).facts.issues ?? []);

/** The topic of a path, where the project has none such. */
export const missingTopic = async (
  { topics }: { topics: Pick<TopicRepository, 'exists'> },
  projectId: string,
  topicId: string,
): Promise<readonly IssueInput[]> =>
  (await topics.exists(projectId, topicId)) ? [] : (topicNotFound(topicId).facts.issues ?? []);
