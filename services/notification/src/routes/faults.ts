import { Prisma } from '@writ/db';
import { Fault, notFound } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

/** What was found of the path's destination. @throws Fault where the project has none of this id or name. */
export function existing<Found>(found: Found | undefined, idOrName: string): Found {
  if (found !== undefined) return found;
  const detail = 'No destination has this id or name in the project.';
  throw notFound('path', 'destinationIdOrName', idOrName, detail);
}

/** A name that another of the same kind has; `pointer`: where the body holds it. */
export function nameTaken(what: string, name: string, pointer: string): Fault {
  const detail = `A ${what} named \`${name}\` exists already.`;
  return new Fault('name-taken', [{ in: 'body', name: pointer, detail, value: name }]);
}

/** The fault of a name that another destination has already; `pointer`: where the body holds it. */
export async function takenName(
  destinations: DestinationRepository,
  projectId: string,
  name: string,
  pointer: string,
): Promise<Fault | undefined> {
  const found = await destinations.find(projectId, name);
  return found?.view.name === name ? nameTaken('destination', name, pointer) : undefined;
}

/** A destination that the body names and the project has not; `pointer`: where the body names it. */
export const noDestination = (pointer: string, idOrName: string): Fault =>
  notFound('body', pointer, idOrName, 'No destination has this id or name in the project.');

/** True where the topic or the destination of a new route has been removed meanwhile. */
export const isEndMissing = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';

/** What the audit calls routes. */
export const routeResources = {
  eventTopic: 'notificationEventTopicRoute',
  topicDestination: 'topicDestinationRoute',
} as const;
