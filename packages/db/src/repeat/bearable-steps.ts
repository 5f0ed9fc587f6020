import { ranOutOfTime } from '../faults.ts';

/**
 * Runs steps of up to `most`: half as large after a timeout, an eighth larger after a success. Errors are
 * thrown.
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
