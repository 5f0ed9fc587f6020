import { ranOutOfTime } from '../faults.ts';

/**
 * Does steps of up to `most` that the database can bear: half as large as before after one that ran out of time, an eighth
 * larger after each that did not, and 1 at least. Whatever a step throws is thrown.
 */
export function bearableSteps(most: number) {
  let size = most;
  return async <Result>(step: (size: number) => Promise<Result>): Promise<Result> => {
    try {
      const result = await step(Math.ceil(size));
      size = Math.min(size * 1.125, most);
      return result;
    } catch (error) {
      if (ranOutOfTime(error)) size = Math.max(size / 2, 1);
      throw error;
    }
  };
}
