import {
  answer,
  count,
  exactly,
  listOf,
  moment,
  oneOf,
  someText,
  type AnswerSchema,
  type Schema,
} from '../schema.ts';
import { category, context, detail } from './errors.ts';

/** What went wrong with some inputs of a batch: lists and maps are there also when they are empty. */
const itemError = exactly({
  status: oneOf('error'),
  category,
  message: someText,
  context,
  errors: listOf(detail),
  links: exactly({}),
});

const envelope = { status: oneOf('COMPLETE'), startedAt: moment, completedAt: moment };

/** A batch of which nothing failed. */
export const whole = (item: Schema): AnswerSchema =>
  answer(exactly({ ...envelope, results: listOf(item, 1) }), 'x-hubspot-correlation-id');

const partialBody = (item: Schema): Schema =>
  exactly({ ...envelope, results: listOf(item), numErrors: count, errors: listOf(itemError, 1) });

/** A batch of which something failed: 207. */
export const partial = (item: Schema): AnswerSchema => answer(partialBody(item), 'x-hubspot-correlation-id');

/** Version 2026-09 answers both with the same status (Providers §2.1). */
export const wholeOrPartial = (item: Schema): AnswerSchema =>
  answer(
    { anyOf: [exactly({ ...envelope, results: listOf(item, 1) }), partialBody(item)] },
    'x-hubspot-correlation-id',
  );
