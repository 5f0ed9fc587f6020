import type { EventQuery } from '@writ/contracts';
import { allOf, isId, Prisma } from '@writ/db';

export type About = Pick<EventQuery, 'eventId' | 'operationId' | 'installationId'>;

/** True if an index finds few events. */
export const isAbout = ({ eventId, operationId, installationId }: About): boolean =>
  [eventId, operationId, installationId].some((asked) => asked !== undefined);

/** SQL: the event `e` matches. */
export const tellsOf = ({ eventId, operationId, installationId }: About): Prisma.Sql =>
  allOf(
    eventId !== undefined && Prisma.sql`e.event_id IN (${eventId}, ${otherForm(eventId)})`,
    operationId !== undefined && ofId(Prisma.sql`e.operation_id`, operationId),
    installationId !== undefined && ofId(Prisma.sql`e.installation_id`, installationId),
  );

/** Queries have ids in lower case; a publisher may have used upper case. */
const otherForm = (eventId: string): string => (isId(eventId) ? eventId.toUpperCase() : eventId);

/** SQL: false for text that is no id. */
export const ofId = (column: Prisma.Sql, id: string): Prisma.Sql =>
  isId(id) ? Prisma.sql`${column} = ${id}::uuid` : Prisma.sql`false`;
