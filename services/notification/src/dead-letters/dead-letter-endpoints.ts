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
import { endpoint, noContent, ok, type Endpoint } from '@writ/http';
import { existing, Refusal } from '@writ/problems';
import { paged } from '@writ/service-parts';
import { insertAuditEntries } from '@writ/tenancy';
import type { EndpointDeps } from '../routes/endpoint-deps.ts';
import { toAnswer, toAnswerWithPayload } from './dead-letter-answer.ts';

/** For administrators: a dead letter has no known project. */
export const deadLetterEndpoints = (deps: EndpointDeps): readonly Endpoint[] => [
  getDeadLetters(deps),
  getDeadLetter(deps),
  replayLetter(deps),
  discardLetter(deps),
];

const getDeadLetters = ({ database: { prisma } }: EndpointDeps) =>
  paged({
    list: 'dead letters',
    path: '/dead-letters',
    summary: 'List dead letters, newest first',
    access: 'admin',
    query: deadLetterQuerySchema,
    page: deadLetterPageSchema,
    docs: { description: 'Messages of any project that could not be read or stored as events.' },
    read: async (_, { limit, place: beforeId }, filter) => {
      const { letters, nextBelow: next } = await pageOfDeadLetters(prisma, filter, { limit, beforeId });
      return { results: letters.map(toAnswer), next };
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
      ok(toAnswerWithPayload(found(await findDeadLetter(prisma, deadLetterId), deadLetterId))),
  });

const replayDescription = `If the message can now be read, puts it back on the topic once, with its key. Then \`status\` is \`replayed\`.
Otherwise it stays \`waiting\`, and \`reason\` says why. If it fails again, it becomes a new dead letter.`;

/** One transaction marks the letter and puts it into the outbox, so it is sent at most once. */
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
        const replayed = found(await replayDeadLetter(tx, deadLetterId), deadLetterId);
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
    docs: { description: 'Deletes the dead letter with its payload.' },
    handle: ({ params: { deadLetterId }, by }) =>
      transaction(async (tx) => {
        const letter = found(await discardDeadLetter(tx, deadLetterId), deadLetterId);
        await insertAuditEntries(tx.prisma, by, { resource, before: told(letter) });
        return noContent();
      }),
  });

const resource = 'deadLetter';

const answerOf = (letter: DeadLetter) => toAnswer({ ...letter, bytes: letter.message.value.length });

/** For the audit. */
const told = (letter: DeadLetter) => ({ ...answerOf(letter), projectId: null });

const found = <Letter>(letter: Letter | undefined, deadLetterId: string): Letter =>
  existing(letter, 'deadLetterId', deadLetterId, 'There is no dead letter with this id.');

const alreadyReplayed = (at: Date): Refusal =>
  new Refusal('already-replayed', { detail: `The dead letter was replayed at ${at.toISOString()}.` });
