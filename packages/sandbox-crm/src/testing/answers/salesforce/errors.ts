import {
  answer,
  exactly,
  flag,
  listOf,
  matching,
  oneOf,
  someText,
  type AnswerSchema,
  type Schema,
} from '../schema.ts';
import { fieldName, recordId } from './values.ts';

const usage = 'sforce-limit-info';
const anyCode = matching('^[A-Z][A-Z_]*$');
const fields = listOf(matching(fieldName));

const match = exactly({
  matchConfidence: { type: 'number' },
  record: exactly({ attributes: exactly({ type: someText, url: someText }), Id: recordId }),
});
const duplicateResult = exactly({
  allowSave: flag,
  duplicateRule: someText,
  duplicateRuleEntityType: someText,
  errorMessage: someText,
  matchResults: listOf(
    exactly({
      entityType: someText,
      matchEngine: someText,
      matchRecords: listOf(match),
      rule: someText,
      size: { type: 'integer', minimum: 0 },
      success: flag,
    }),
  ),
});

/** A list at the top level, where the key is `errorCode`, and fields may be left out (Providers §1.4). */
export const errorList = (code: Schema = anyCode): Schema =>
  listOf(exactly({ message: someText, errorCode: code }, { fields, duplicateResult }), 1);

/** An error of one record in a collection, where the key is `statusCode`, and fields are always there (Providers §1.3). */
export const itemError = exactly({ statusCode: anyCode, message: someText, fields }, { duplicateResult });

const refused = (...codes: readonly string[]): AnswerSchema =>
  answer(codes.length === 0 ? errorList() : errorList(oneOf(...codes)), usage);

/** Of a call without a session: it belongs to no org, so no usage can be told. */
const unauthorized = answer(errorList(oneOf('INVALID_SESSION_ID', 'INVALID_AUTH_HEADER')));
export const badRequest = refused();
const limitExceeded = refused('REQUEST_LIMIT_EXCEEDED');
const notFound = refused('NOT_FOUND', 'ENTITY_IS_DELETED');
export const methodNotAllowed = refused('METHOD_NOT_ALLOWED');
export const preconditionFailed = refused('PRECONDITION_FAILED');
export const unsupportedMediaType = refused('UNSUPPORTED_MEDIA_TYPE');

/** What every address below a session may answer. */
export const always = {
  401: unauthorized,
  403: limitExceeded,
  404: notFound,
} as const;
