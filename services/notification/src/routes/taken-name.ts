import type { Fault } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { nameTaken } from './not-found.ts';

/** The fault of a name that another destination has already; `pointer`: where the body holds it. */
export async function takenName(
  destinations: Pick<DestinationRepository, 'find'>,
  projectId: string,
  name: string,
  pointer: string,
): Promise<Fault | undefined> {
  const view = (await destinations.find(projectId, name))?.view;
  return view?.name === name ? nameTaken('destination', name, pointer) : undefined;
}
