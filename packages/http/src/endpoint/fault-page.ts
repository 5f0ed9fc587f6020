import type { Response } from 'express';
import type { FaultPage } from '../endpoint.ts';

const place = 'faultPage';

/** Shows refusals on this page instead of as problems. */
export const setFaultPage = ({ locals }: Response, page: FaultPage): void => {
  locals[place] = page;
};

export const faultPageOf = ({ locals }: Response): FaultPage | undefined =>
  locals[place] as FaultPage | undefined;
