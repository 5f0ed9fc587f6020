import type { Response } from 'express';
import { effectOf, type Endpoint } from '../endpoint.ts';

const place = 'effect';

export const noteEffect = ({ locals }: Response, endpoint: Endpoint): void => {
  locals[place] = effectOf(endpoint);
};

/** Whether a request may be repeated if its outcome is unknown. */
export const isRepeatable = ({ locals }: Response): boolean => locals[place] !== 'once';
