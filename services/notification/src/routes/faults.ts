import { Prisma } from '@writ/db';
import { existing as named, Fault, notFound } from '@writ/problems';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

export const noSuchDestination = 'No destination has this id or name in the project.';

/** @throws Fault (404) */
export const existing = <Found>(found: Found | undefined, idOrName: string): Found =>
  named(found, 'destinationIdOrName', idOrName, noSuchDestination);

export const nameTakenDetail = (what: string) => (name: string) =>
  `A ${what} named \`${name}\` exists already.`;

/** `pointer`: the name's place in the body. */
export const nameTaken = (what: string, name: string, pointer: string): Fault =>
  new Fault('name-taken', [{ in: 'body', name: pointer, detail: nameTakenDetail(what)(name), value: name }]);

export async function takenName(
  destinations: DestinationRepository,
  projectId: string,
  name: string,
  pointer: string,
): Promise<Fault | undefined> {
  const found = await destinations.find(projectId, name);
  return found?.view.name === name ? nameTaken('destination', name, pointer) : undefined;
}

/** `pointer`: the destination's place in the body. */
export const noDestination = (pointer: string, idOrName: string): Fault =>
  notFound('body', pointer, idOrName, noSuchDestination);

/** True if the topic or the destination of a new route has been removed meanwhile. */
export const isEndMissing = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';
