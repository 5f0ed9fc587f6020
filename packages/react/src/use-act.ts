import { useCallback, useState } from 'react';

export type Act<Given extends unknown[], T> = {
  /** Does it; what it comes to is told by the promise and, for what the page shows, here. */
  run: (...given: Given) => Promise<T>;
  isPending: boolean;
  isSuccess: boolean;
  error: Error | undefined;
};

type Stand<Given extends unknown[], T> = Omit<Act<Given, T>, 'run'> & {
  act: (...given: Given) => Promise<T>;
  /** The run that it tells of, where there was one. */
  turn?: object;
};

/**
 * What a person begins on a page, and how the last time stands that it was begun. `act` stays the same for as long as
 * it acts upon the same: another one begins anew.
 */
export function useAct<Given extends unknown[], T>(act: (...given: Given) => Promise<T>): Act<Given, T> {
  const [{ isPending, isSuccess, error, ...last }, setStand] = useState<Stand<Given, T>>({ ...idle, act });
  if (last.act !== act) setStand({ ...idle, act });
  const run = useCallback(
    async (...given: Given) => {
      const turn = {};
      const tell = (end: Partial<Stand<Given, T>>) =>
        setStand((stand) => (stand.turn === turn ? { ...idle, act, turn, ...end } : stand));
      // Of what the page shows no more nothing is told.
      setStand((stand) => (stand.act === act ? { ...idle, act, turn, isPending: true } : stand));
      try {
        const end = await act(...given);
        tell({ isSuccess: true });
        return end;
      } catch (error) {
        tell({ error: error as Error });
        throw error;
      }
    },
    [act],
  );
  return { run, isPending, isSuccess, error };
}

const idle = { isPending: false, isSuccess: false, error: undefined };
