import { WritProblem, type NotificationType } from '@writ/sdk';
import { CommandError, exit } from '../exit.ts';
import type { Session } from '../session.ts';

export type EventType = NotificationType;
type Topic = { id: string; name: string };

/**
 * The enabled destination of a listener, led to by a topic of its name. @throws CommandError if the name is
 * taken
 */
export async function destinationFor(
  session: Session,
  name: string,
  types: readonly EventType[],
): Promise<{ id: string }> {
  const { writ } = session;
  const known = await writ.destinations.get(name).catch(unlessMissing);
  if (known !== undefined && known.type !== 'listen')
    throw taken(`Destination ${name} is of type ${known.type}.`);
  const topic = (await writ.topics.list().all()).find((each) => each.name === name);
  const led = topic ? await writ.destinationRoutes.list({ topicId: topic.id }).all() : [];
  if (led.some(({ destinationId }) => destinationId !== known?.id))
    throw taken(`Topic ${name} leads to another destination, which would get other types of events.`);
  const destination = known ?? (await writ.destinations.create({ name, type: 'listen', metadata: {} }));
  const { id } = destination;
  if (topic === undefined) await writ.topics.create({ name, eventTypes: [...types], destinationIds: [id] });
  else {
    await leadTypes(session, topic, types);
    if (led.length === 0) await writ.destinationRoutes.create({ topicId: topic.id, destinationId: id });
  }
  // The service disables it after a day without a listener.
  return destination.status === 'disabled' ? writ.destinations.enable(id) : destination;
}

const taken = (why: string) => new CommandError(exit.conflict, why, 'Choose another --name.');

async function leadTypes({ writ, note }: Session, { id, name }: Topic, types: readonly EventType[]) {
  const routes = await writ.eventRoutes.list({ topicId: id }).all();
  const known = routes.map(({ eventType }) => eventType);
  for (const eventType of types.filter((type) => !known.includes(type)))
    await writ.eventRoutes.create({ topicId: id, eventType });
  for (const route of routes.filter(({ eventType }) => !types.includes(eventType))) {
    await writ.eventRoutes.delete(route.id);
    note(`${name} no longer receives ${route.eventType}, which --events lacks. Another --name keeps both.`);
  }
}

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof WritProblem && error.status === 404) return undefined;
  throw error;
};
