import {
  answer,
  exactly,
  listOf,
  mapOf,
  matching,
  oneOf,
  someText,
  text,
  type AnswerSchema,
  type Schema,
} from '../schema.ts';

/** Each member of a context is a list of texts (Providers §2.3). */
export const context = mapOf(listOf(text));
export const category = matching('^[A-Z][A-Z_]*$');
const correlationId = { type: 'string', format: 'uuid' };

export const detail = exactly({ message: someText, code: matching('^[A-Z][A-Z_]*$') }, { context });

/** An error of a whole call; some have no category, for not all servers of HubSpot give one (Providers §2.4). */
const problem = (categories: Schema, more: Readonly<Record<string, Schema>> = {}): Schema =>
  exactly({ status: oneOf('error'), message: someText, correlationId }, { category: categories, ...more });

const marked = (body: Schema): AnswerSchema => answer(body, 'x-hubspot-correlation-id');

export const validationError = marked(
  problem(oneOf('VALIDATION_ERROR'), { context, errors: listOf(detail, 1) }),
);
const unauthorized = marked(
  problem(oneOf('INVALID_AUTHENTICATION', 'EXPIRED_AUTHENTICATION'), {
    context: exactly({ 'expire time': listOf(someText, 1) }),
  }),
);
export const notFound = marked(problem(oneOf('OBJECT_NOT_FOUND'), { context }));
export const methodNotAllowed = marked(problem(oneOf('METHOD_NOT_ALLOWED')));
/** The other record is named in the text alone. */
export const conflict = marked(
  exactly({
    status: oneOf('error'),
    message: matching(String.raw`^\w+ already exists\. Existing ID: \d+$`),
    correlationId,
    category: oneOf('CONFLICT'),
  }),
);
export const unsupportedMediaType = marked(problem(oneOf('UNSUPPORTED_MEDIA_TYPE')));
export const locked = marked(problem(category, { context }));
const rateLimited = marked(
  exactly({
    status: oneOf('error'),
    message: matching(String.raw`^You have reached your [a-z_]+ limit\.$`),
    errorType: oneOf('RATE_LIMIT'),
    correlationId,
    policyName: oneOf('SECONDLY', 'TEN_SECONDLY_ROLLING', 'DAILY'),
    requestId: correlationId,
  }),
);

/** What every address below a token may answer. */
export const always = { 401: unauthorized, 429: rateLimited } as const;
