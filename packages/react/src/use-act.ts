import { useCallback, useState } from 'react';

export type Act<Given extends unknown[], T> = {
  /** Does it; what it comes to is told by the promise and, for what the page shows, here. */
  run: (...given: Given) => Promise<T>;
  isPending: boolean;
  isSuccess: boolean;
  error: Error | undefined;
};

/** What a person begins on a page, and how the last time stands. */
export function useAct<Given extends unknown[], T>(act: (...given: Given) => Promise<T>): Act<Given, T> {
  const [state, setState] = useState<Omit<Act<Given, T>, 'run'>>(idle);
  const run = useCallback(
    async (...given: Given) => {
      setState({ ...idle, isPending: true });
      try {
        const end = await act(...given);
        setState({ ...idle, isSuccess: true });
        return end;
      } catch (error) {
        setState({ ...idle, error: error as Error });
        throw error;
      }
    },
    [act],
  );
  return { run, ...state };
}

const idle = { isPending: false, isSuccess: false, error: undefined };
