import type { Response } from 'express';
import type { FaultPage } from '../endpoint.ts';

const place = 'faultPage';

/** Has a refusal told by a page instead of as a problem. */
export const setFaultPage = ({ locals }: Response, page: FaultPage): void => {
  locals[place] = page;
};

export const faultPageOf = ({ locals }: Response): FaultPage | undefined =>
  locals[place] as FaultPage | undefined;
