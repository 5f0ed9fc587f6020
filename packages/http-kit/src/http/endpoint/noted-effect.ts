import type { Response } from 'express';
import { effectOf, type Endpoint } from '../endpoint.ts';

const place = 'effect';

/** Notes what a request for the endpoint changes. */
export const noteEffect = ({ locals }: Response, endpoint: Endpoint): void => {
  locals[place] = effectOf(endpoint);
};

/** Whether a request may be sent again where nobody knows whether it was stored; one for no endpoint stores nothing. */
export const isRepeatable = ({ locals }: Response): boolean => locals[place] !== 'once';
