import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, oneOf, text, timeOf } from './fields.ts';
import { oneOfObjects, partialObject } from './schema.ts';

export const problemFields = {
  type: text('URI of the kind of problem; it resolves to its page of the error catalogue.'),
  href: text('Link to documentation a person can read.'),
  title: text('Short summary of the kind of problem.'),
  status: { type: 'integer', minimum: 400, exclusiveMaximum: 600, description: 'The HTTP status.' },
  detail: text('What went wrong this time.'),
  instance: text('URI of this occurrence.'),
  subsystem: text('The part that produced the problem.'),
  time: timeOf('When it happened.'),
  requestId: text("Identifies the request in Writ's logs."),
  traceId: text('Trace of the request (W3C Trace Context), if it has one.'),
  causes: arrayOf('Root causes, in no particular order.', { type: 'string' }),
  remedy: text('What to do about it.'),
  supportEmail: text('Where to ask for help by mail.'),
  supportPhone: text('Where to ask for help by telephone.'),
  supportUrl: text('Where to ask for help on the web.'),
  retryable: flag('Whether the same request can succeed later.'),
  retryAfter: timeOf('Earliest time for a retry.'),
  context: { type: 'object', additionalProperties: true, description: 'Further facts, by kind of problem.' },
} as const;

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

/** RFC 9457; Specification, Problem object. */
export const problemSchema = partialObject({
  $id: 'Problem',
  required: problemRequired,
  properties: problemFields,
});

export const inputValidationProblemSchema = partialObject({
  $id: 'InputValidationProblem',
  required: [...problemRequired, 'issues'],
  properties: {
    ...problemFields,
    issues: {
      type: 'array',
      minItems: 1,
      description: 'One entry for each error of the input.',
      items: partialObject({
        required: ['in', 'name', 'detail'],
        properties: {
          ...problemFields,
          in: oneOf(['body', 'header', 'path', 'query'], 'Place of the input.'),
          name: text('JSON Pointer of a body field, or name of a header or parameter.'),
          value: { description: 'The erroneous input, cut at 1 kB.' },
        },
      }),
    },
  },
});

export const problemWithIssuesSchema = oneOfObjects(
  { $id: 'ProblemWithIssues', description: 'A problem. `issues` lists any errors of the input.' },
  [problemSchema, inputValidationProblemSchema],
);

export type Problem = FromSchema<typeof problemSchema>;
export type InputValidationProblem = FromSchema<typeof inputValidationProblemSchema>;
