import type { EventQuery } from '@writ/contracts';
import { allOf, isId, Prisma } from '@writ/db';

/** What an event is found by: its own id, or what it tells of. */
export type About = Pick<EventQuery, 'eventId' | 'operationId' | 'installationId'>;

/** Whether an event is asked for by any of it: an index finds few then. */
export const isAbout = ({ eventId, operationId, installationId }: About): boolean =>
  [eventId, operationId, installationId].some((asked) => asked !== undefined);

/** Condition: an event `e` tells of what is asked for. */
export const tellsOf = ({ eventId, operationId, installationId }: About): Prisma.Sql =>
  allOf(
    eventId !== undefined && Prisma.sql`e.event_id IN (${eventId}, ${otherForm(eventId)})`,
    operationId !== undefined && ofId(Prisma.sql`e.operation_id`, operationId),
    installationId !== undefined && ofId(Prisma.sql`e.installation_id`, installationId),
  );

/** An id of a query is in lower case; others may have published it in upper case. */
const otherForm = (eventId: string): string => (isId(eventId) ? eventId.toUpperCase() : eventId);

/** Condition: the column holds this id; nothing does where the text is no id. */
export const ofId = (column: Prisma.Sql, id: string): Prisma.Sql =>
  isId(id) ? Prisma.sql`${column} = ${id}::uuid` : Prisma.sql`false`;
