import {
  deliveryAttemptSchema,
  deliverySchema,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryRequest,
  type DeliveryWithAttempts,
  type EventType,
  type JsonObject,
} from '@writ/contracts';
import { columnsOf, isId, Prisma } from '@writ/db';
import { toldBy } from '@writ/service-parts';
import { divideQueries } from '../destinations/secrets.ts';
import type { Addresses, Outgoing, SendOutcome } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { endedAttempts, endedAttemptsOf, type EndedAttempt } from './ended-attempts.ts';

export async function findDelivery(
  prisma: Prisma.TransactionClient,
  { projectId, id }: { projectId: string; id: string },
  addresses: Addresses,
): Promise<DeliveryWithAttempts | undefined> {
  const row = isId(id) && (await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } }));
  if (!row) return undefined;
  const [event, attempts, destination] = await Promise.all([
    prisma.event.findUnique({ where: { projectId_id: { projectId, id: row.eventRowId } } }),
    endedAttempts(prisma, row),
    prisma.destination.findFirst({ where: { projectId, id: row.destinationId } }),
  ]);
  // Retention has removed both meanwhile, the event last.
  if (!event) return undefined;
  const outgoing = { id, body: event.body, objectName: row.objectName ?? undefined };
  return {
    ...toDelivery({ ...row, eventId: event.eventId }, attempts.at(-1)),
    request: requestTo(destination, outgoing, addresses),
    attempts: begunAttempts(row, attempts),
  };
}

export async function withAttempts(
  prisma: Prisma.TransactionClient,
  projectId: string,
  rows: readonly (Prisma.DeliveryModel & { eventId: string })[],
): Promise<(Delivery & { attempts: DeliveryAttempt[] })[]> {
  const attemptsOf = await endedAttemptsOf(prisma, projectId, rows);
  return rows.map((row) => {
    const attempts = attemptsOf(row);
    return { ...toDelivery(row, attempts.at(-1)), attempts: begunAttempts(row, attempts) };
  });
}

type Destined = Pick<Delivery, 'projectId' | 'id' | 'destinationId' | 'eventId' | 'eventType'>;

export async function findDestined(
  prisma: Prisma.TransactionClient,
  { projectId, id }: { projectId: string; id: string },
): Promise<Destined | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await prisma.$queryRaw<Destined[]>`
    SELECT d.project_id AS "projectId", d.id, d.destination_id AS "destinationId", d.event_type AS "eventType",
      e.event_id AS "eventId"
    FROM delivery AS d JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
    WHERE d.project_id = ${projectId}::uuid AND d.id = ${id}::uuid`;
  return row;
}

/** A client that never reports causes one cut-off attempt a minute. */
const mostCutOff = 100;

/** Ended attempts. One without an outcome was cut off. */
function begunAttempts(
  { attempt, claimed }: Pick<Prisma.DeliveryModel, 'attempt' | 'claimed'>,
  ended: readonly EndedAttempt[],
): DeliveryAttempt[] {
  const over = claimed ? attempt - 1 : attempt;
  const told = ended.filter((row) => row.attempt <= over);
  const known = new Set(told.map((row) => row.attempt));
  const cutOffs: DeliveryAttempt[] = [];
  for (let number = over; number > 0 && cutOffs.length < mostCutOff; number -= 1)
    if (!known.has(number)) cutOffs.push({ attempt: number, status: 'unknown', error: cutOff });
  const byNumber = ({ attempt: a = 0 }: DeliveryAttempt, { attempt: b = 0 }: DeliveryAttempt) => a - b;
  return [...told.map(toStoredAttempt), ...cutOffs].toSorted(byNumber);
}
const cutOff = 'Its outcome is unknown: its sender ended or was too late, or the delivery was sent again.';

function requestTo(
  destination: Prisma.DestinationModel | null,
  outgoing: Outgoing,
  addresses: Addresses,
): DeliveryRequest {
  if (!destination) return { body: outgoing.body };
  const kind = kindOf(destination.type);
  return kind.request(divideQueries(destination.metadata as JsonObject, kind).shown, outgoing, addresses);
}

export type DeliveryRow = Pick<Prisma.DeliveryModel, keyof typeof toldFields> & { eventId: string };

const { sentAttempt, sentAt, httpStatus, durationMs, responseExcerpt, ...toldFields } =
  Prisma.DeliveryScalarFieldEnum;

/** SQL: columns of the delivery `d` in lists; answers may be long. */
export const toldColumns = columnsOf('d', toldFields);

const toDelivery = (row: DeliveryRow, last: LastAttempt | undefined): Delivery => ({
  ...toldBy(deliverySchema, row),
  eventType: row.eventType as EventType,
  status: row.status as Delivery['status'],
  ...(row.status === 'pending' && { stage: stageOf(row) }),
  attemptCount: row.attempt,
  ...lastErrorOf(row, last),
  ...(row.dueAt && { nextAttempt: nextAttempt(row.dueAt, row.leaseUntil).toISOString() }),
});

const nextAttempt = (dueAt: Date, leaseUntil: Date | null): Date =>
  leaseUntil !== null && leaseUntil > dueAt ? leaseUntil : dueAt;

function stageOf({ claimed, attempt }: DeliveryRow): NonNullable<Delivery['stage']> {
  if (claimed) return 'sending';
  return attempt === 0 ? 'new' : 'retrying';
}

type LastAttempt = Pick<EndedAttempt, 'at' | 'outcome' | 'httpStatus' | 'error'>;

/** A delivery that failed without a failed attempt lost its destination. */
function lastErrorOf(
  { status, updateTime }: DeliveryRow,
  last: LastAttempt | undefined,
): Pick<Delivery, 'lastError'> {
  if (last?.outcome === 'failed') return { lastError: toLastError(last) };
  return status === 'failed' ? { lastError: { time: updateTime.toISOString(), message: deleted } } : {};
}

const deleted = 'Its destination has been deleted, so it is no longer sent.';

const toLastError = ({ at, httpStatus, error }: LastAttempt): NonNullable<Delivery['lastError']> => ({
  time: at.toISOString(),
  message: error ?? 'The attempt failed.',
  ...(httpStatus !== null && { httpStatus }),
});

export async function toDeliveries(
  prisma: Prisma.TransactionClient,
  projectId: string,
  rows: readonly DeliveryRow[],
): Promise<Delivery[]> {
  const tried = rows.filter(({ attempt, status }) => attempt > 0 && status !== 'delivered');
  const attempts =
    tried.length === 0
      ? []
      : await prisma.$queryRaw<(LastAttempt & { id: string })[]>`
        SELECT given.id, last.at, last.outcome, last.http_status AS "httpStatus", last.error
        FROM unnest(${tried.map(({ id }) => id)}::uuid[]) AS given (id), LATERAL (
          SELECT * FROM delivery_attempt AS a WHERE a.project_id = ${projectId}::uuid AND a.delivery_id = given.id
          ORDER BY a.attempt DESC LIMIT 1) AS last`;
  const lastOf = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  return rows.map((row) => toDelivery(row, lastOf.get(row.id)));
}

export const toStoredAttempt = ({ outcome, ...row }: EndedAttempt): DeliveryAttempt =>
  toAttempt({ ...row, delivered: outcome === 'delivered', excerpt: row.responseExcerpt });

type Ended = Pick<SendOutcome, 'delivered' | 'at' | 'durationMs'> & {
  /** Absent for a test. */
  attempt?: number;
  httpStatus?: number | null;
  excerpt?: string | null;
  error?: string | null;
};

export const toAttempt = ({ at: time, delivered, excerpt, ...ended }: Ended): DeliveryAttempt => ({
  ...toldBy(deliveryAttemptSchema, { ...ended, time, responseExcerpt: excerpt }),
  status: delivered ? 'delivered' : 'failed',
});
