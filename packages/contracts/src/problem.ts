import type { FromSchema } from 'json-schema-to-ts';
import { time } from './fields.ts';
import { oneOfObjects, partialObject } from './schema.ts';

/** What every problem may say. */
export const problemFields = {
  type: {
    type: 'string',
    description: 'URI of the kind of problem; it resolves to its page of the error catalogue.',
  },
  href: { type: 'string', description: 'Link to documentation a person can read.' },
  title: { type: 'string', description: 'Short summary of the kind of problem.' },
  status: { type: 'integer', minimum: 400, exclusiveMaximum: 600, description: 'The HTTP status.' },
  detail: { type: 'string', description: 'What went wrong this time.' },
  instance: { type: 'string', description: 'URI of this occurrence.' },
  subsystem: { type: 'string', description: 'The part that produced the problem.' },
  time: { ...time, description: 'When it happened.' },
  requestId: { type: 'string', description: 'Names the request in our logs.' },
  causes: { type: 'array', items: { type: 'string' }, description: 'Root causes, in no particular order.' },
  remedy: { type: 'string', description: 'What to do about it.' },
  supportEmail: { type: 'string', description: 'Where to ask for help by mail.' },
  supportPhone: { type: 'string', description: 'Where to ask for help by telephone.' },
  supportUrl: { type: 'string', description: 'Where to ask for help on the web.' },
  retryable: { type: 'boolean', description: 'Whether sending the same request again can help.' },
  retryAfter: { ...time, description: 'When a retry is allowed at the earliest.' },
  context: { type: 'object', additionalProperties: true, description: 'Further facts, by kind of problem.' },
} as const;

/** What every problem says. */
export const problemRequired = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'time',
  'requestId',
  'retryable',
] as const;

/** Problem object (RFC 9457; Specification, Problem object). */
export const problemSchema = partialObject({
  $id: 'Problem',
  required: problemRequired,
  properties: problemFields,
});

/** Input validation problem: a problem with an issue for every fault found. */
export const inputValidationProblemSchema = partialObject({
  $id: 'InputValidationProblem',
  required: [...problemRequired, 'issues'],
  properties: {
    ...problemFields,
    issues: {
      type: 'array',
      minItems: 1,
      description: 'One entry for every fault of the input.',
      items: partialObject({
        required: ['in', 'name', 'detail'],
        properties: {
          ...problemFields,
          in: { enum: ['body', 'header', 'path', 'query'], description: 'Where the input stands.' },
          name: {
            type: 'string',
            description: 'JSON Pointer of a body field, or name of a header or parameter.',
          },
          value: { description: 'The erroneous input, cut at 1 kB.' },
        },
      }),
    },
  },
});

/** A problem with issues where inputs are at fault. */
export const problemWithIssuesSchema = oneOfObjects(
  { $id: 'ProblemWithIssues', description: 'A problem; `issues` name the inputs at fault, if any are.' },
  [problemSchema, inputValidationProblemSchema],
);

export type Problem = FromSchema<typeof problemSchema>;
export type InputValidationProblem = FromSchema<typeof inputValidationProblemSchema>;
