import { Fault, notFound, type IssueInput } from '@writ/http-kit';

/** The path's topic is none of the project's (Specification, Delete a topic). */
export const topicNotFound = (topicId: string): Fault =>
  notFound('path', 'topicId', topicId, 'No topic has this id in the project.');

/** The path's destination is none of the project's. */
export const destinationNotFound = (idOrName: string): Fault =>
  notFound('path', 'destinationIdOrName', idOrName, 'No destination has this id or name in the project.');

/** The path's delivery is none of the project's. */
export const deliveryNotFound = (deliveryId: string): Fault =>
  notFound('path', 'deliveryId', deliveryId, 'No delivery has this id in the project.');

/** The path's route is none of the project's. */
export const routeNotFound = (routeId: string): Fault =>
  notFound('path', 'routeId', routeId, 'No route has this id in the project.');

/** Ids in a body that name nothing in the project: all of them are told. */
export function endsNotFound(ends: { topicId?: string; destinationId?: string }): Fault {
  const issues = Object.entries(ends).map(([member, value]): IssueInput => {
    const what = member === 'topicId' ? 'topic has this id' : 'destination has this id or name';
    return { in: 'body', name: `/${member}`, detail: `No ${what} in the project.`, value };
  });
  return new Fault('not-found', issues);
}

/** A name that another of the same kind has; `pointer`: where the body holds it. */
export function nameTaken(what: string, name: string, pointer: string): Fault {
  const detail = `A ${what} named \`${name}\` exists already.`;
  return new Fault('name-taken', [{ in: 'body', name: pointer, detail, value: name }]);
}
