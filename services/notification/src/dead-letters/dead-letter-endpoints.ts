import {
  deadLetterPageSchema,
  deadLetterQuerySchema,
  deadLetterSchema,
  deadLetterWithPayloadSchema,
} from '@writ/contracts';
import {
  discardDeadLetter,
  findDeadLetter,
  pageOfDeadLetters,
  replayDeadLetter,
  type DeadLetter,
} from '@writ/event-bus';
import { endpoint, noContent, ok, pageTokens, type Endpoint } from '@writ/http';
import { Refusal, notFound, type Fault } from '@writ/problems';
import { insertAuditEntries } from '@writ/tenancy';
import type { EndpointDeps } from '../routes/endpoint-deps.ts';
import { toAnswer, toAnswerWithPayload } from './dead-letter-answer.ts';

const tokens = pageTokens('dead letters');
const usualPageSize = 200;

/** For administrators: no project is known to own a dead letter. */
export const deadLetterEndpoints = (deps: EndpointDeps): readonly Endpoint[] => [
  getDeadLetters(deps),
  getDeadLetter(deps),
  replayLetter(deps),
  discardLetter(deps),
];

const getDeadLetters = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/dead-letters',
    summary: 'List dead letters, newest first',
    access: 'admin',
    query: deadLetterQuerySchema,
    rules: tokens.rule,
    answers: { 200: deadLetterPageSchema },
    docs: { description: 'Messages of any project that could not be read or stored as events.' },
    handle: async (asked) => {
      const { pageSize = usualPageSize, pageToken: _token, ...filter } = asked.query;
      const place = { limit: pageSize, beforeId: tokens.placeOf(asked) };
      const { letters, nextBelow } = await pageOfDeadLetters(prisma, filter, place);
      return ok({ results: letters.map(toAnswer), pagination: tokens.paginationOf(asked, nextBelow) });
    },
  });

const getDeadLetter = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/dead-letters/:deadLetterId',
    summary: 'Get a dead letter with its payload',
    access: 'admin',
    answers: { 200: deadLetterWithPayloadSchema },
    handle: async ({ params: { deadLetterId } }) =>
      ok(toAnswerWithPayload(existing(await findDeadLetter(prisma, deadLetterId), deadLetterId))),
  });

const replayDescription = `If the message can be read by now, puts it back on the topic, under its key, once. Then \`status\` is \`replayed\`.
Otherwise it stays \`waiting\`, and \`reason\` says why. If it fails again, it becomes a new dead letter.`;

/** One transaction marks the letter and puts it into the outbox, so it goes at most once. */
const replayLetter = ({ database: { transaction }, pokeRelay }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/dead-letters/:deadLetterId\\:replay',
    summary: 'Replay a dead letter',
    access: 'admin',
    answers: { 200: deadLetterSchema },
    docs: { description: replayDescription, refusals: ['already-replayed'] },
    handle: async ({ params: { deadLetterId }, by }) => {
      const letter = await transaction(async (tx) => {
        const replayed = existing(await replayDeadLetter(tx, deadLetterId), deadLetterId);
        if ('replayedBefore' in replayed) throw alreadyReplayed(replayed.replayedBefore);
        const [before, after] = [told(replayed.before), told(replayed.after)];
        await insertAuditEntries(tx.prisma, by, { resource, before, after });
        return replayed.after;
      });
      pokeRelay();
      return ok(answerOf(letter));
    },
  });

const discardLetter = ({ database: { transaction } }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/dead-letters/:deadLetterId\\:discard',
    summary: 'Discard a dead letter',
    access: 'admin',
    answers: { 204: null },
    docs: { description: 'Removes it for good, with its payload.' },
    handle: ({ params: { deadLetterId }, by }) =>
      transaction(async (tx) => {
        const letter = existing(await discardDeadLetter(tx, deadLetterId), deadLetterId);
        await insertAuditEntries(tx.prisma, by, { resource, before: told(letter) });
        return noContent();
      }),
  });

const resource = 'deadLetter';

const answerOf = (letter: DeadLetter) => toAnswer({ ...letter, bytes: letter.message.value.length });

/** A letter as the audit shows it. */
const told = (letter: DeadLetter) => ({ ...answerOf(letter), projectId: null });

function existing<Found>(found: Found | undefined, deadLetterId: string): Found {
  if (found === undefined) throw letterNotFound(deadLetterId);
  return found;
}

const letterNotFound = (deadLetterId: string): Fault =>
  notFound('path', 'deadLetterId', deadLetterId, 'There is no dead letter with this id.');

const alreadyReplayed = (at: Date): Refusal =>
  new Refusal('already-replayed', { detail: `The dead letter was replayed at ${at.toISOString()}.` });
