import { providerNames } from '../../../provider-name.ts';
import {
  answer,
  count,
  either,
  emptyAnswer,
  exactly,
  flag,
  listOf,
  mapOf,
  moment,
  oneOf,
  orNull,
  someText,
  text,
  wholeNumber,
  type AnswerRoute,
  type AnswerSchema,
  type Schema,
} from '../schema.ts';

const provider = oneOf(...providerNames);
const anything: Schema = {};
const anyObject: Schema = { type: 'object' };

const association = exactly({ toType: someText, toId: someText, category: someText, typeId: count });
const record = exactly(
  {
    id: someText,
    fields: mapOf({ type: ['string', 'number', 'boolean'] }),
    createdAt: moment,
    updatedAt: moment,
    associations: listOf(association),
  },
  { deletedAt: moment },
);

const effect = exactly({ action: oneOf('created', 'updated', 'deleted'), type: someText, id: someText });
const journalEntry = exactly(
  {
    seq: count,
    at: moment,
    provider,
    method: someText,
    path: someText,
    headers: mapOf(either(text, listOf(text))),
    effects: listOf(effect),
  },
  {
    account: someText,
    query: someText,
    body: anything,
    status: count,
    ms: { type: 'number', minimum: 0 },
    fault: someText,
  },
);

const then = either(
  oneOf(
    'reset',
    'hang',
    'html',
    'commit-then-reset',
    'commit-then-hang',
    'hold',
    'slow',
    'truncate',
    'reset-mid-body',
  ),
  exactly({ status: count }, { headers: mapOf(text), body: anything, commit: flag }),
  exactly({ cut: count }),
  exactly({ item: exactly({ code: someText, message: someText }, { status: count }) }),
);
const fault = exactly(
  { id: count, provider, then, remaining: count },
  {
    account: someText,
    match: exactly({}, { method: someText, path: someText, record: anyObject }),
    times: count,
  },
);

const quota = orNull(exactly({ limit: count, windowMs: count }));
const settings = exactly({
  latencyMs: count,
  quota,
  dailyLimit: orNull(count),
  tokenLifetimeMs: wholeNumber,
  rotateRefreshTokens: flag,
  resultOrder: orNull(count),
  traceResults: flag,
});

const refused = answer(
  exactly({ message: someText }, { issues: listOf(exactly({ name: text, message: someText }), 1) }),
);
const unknown = answer(exactly({ message: someText }));

type Answers = Readonly<Record<number, AnswerSchema>>;
const route = (method: string, path: string, answers: Answers): AnswerRoute => ({
  name: `${method} ${path}`,
  method,
  path: new RegExp(`^${path}$`),
  answers,
});
const health = answer(exactly({ status: oneOf('ok') }));

/** What the addresses answer that are no provider's (Contract §8). */
export const controlRoutes: readonly AnswerRoute[] = [
  route('GET', '/livez', { 200: health }),
  route('GET', '/readyz', { 200: health }),
  route('GET', '/_sandbox/journal', { 200: answer(listOf(journalEntry)), 400: refused }),
  route('GET', '/_sandbox/records/[^/]+/[^/]+/[^/]+', { 200: answer(listOf(record)), 404: unknown }),
  route('POST', '/_sandbox/faults', { 201: answer(fault), 400: refused }),
  route('GET', '/_sandbox/faults', { 200: answer(listOf(fault)) }),
  route('DELETE', '/_sandbox/faults', { 204: emptyAnswer() }),
  route('PUT', '/_sandbox/settings/[^/]+/[^/]*', { 200: answer(settings), 400: refused, 404: unknown }),
  route('POST', '/_sandbox/reset', { 204: emptyAnswer() }),
  { name: 'any other', method: '*', path: /^/, answers: { 404: unknown } },
];

/** What a request is answered that reaches no address: it can't be read. */
export const frontRoutes: readonly AnswerRoute[] = [
  { name: 'before any address', method: '*', path: /^/, answers: { 400: unknown, 413: unknown } },
];
