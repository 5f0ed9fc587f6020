import type { Response } from 'express';
import type { FaultPage } from '../endpoint.ts';

const place = 'faultPage';

export const setFaultPage = ({ locals }: Response, page: FaultPage): void => {
  locals[place] = page;
};

export const faultPageOf = ({ locals }: Response): FaultPage | undefined =>
  locals[place] as FaultPage | undefined;
