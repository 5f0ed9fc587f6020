import { patterns } from '../patterns.ts';

export const writeHeadersSchema = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: patterns.ascii,
      description:
        'Makes a write safe to repeat: the same key and body return the first answer; another body is 422.',
    },
  },
} as const;

export const writeAnswerHeaders = {
  'Idempotency-Replayed': {
    description: '`true` if this repeats the first answer for the `Idempotency-Key`.',
    schema: { enum: ['true'] },
    example: 'true',
  },
} as const;
