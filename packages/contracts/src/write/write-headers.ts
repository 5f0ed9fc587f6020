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
        'Makes a write safe to repeat: the same key with the same body gives the first answer again, with another body 422.',
    },
  },
} as const;

export const writeAnswerHeaders = {
  'Idempotency-Replayed': {
    description: '`true` on an answer that is given again for its `Idempotency-Key`.',
    schema: { enum: ['true'] },
    example: 'true',
  },
} as const;
