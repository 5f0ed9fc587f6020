import type { Response } from 'express';
import { mayChange, type Endpoint } from './endpoint.ts';

const place = 'mayChange';

/** Notes whether the endpoint that a request is for may change something. */
export const noteChange = ({ locals }: Response, endpoint: Endpoint): void => {
  locals[place] = mayChange(endpoint);
};

/** Whether a request may have changed something; one for no endpoint has not. */
export const mayHaveChanged = ({ locals }: Response): boolean => locals[place] === true;
