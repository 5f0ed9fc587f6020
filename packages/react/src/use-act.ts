import { useCallback, useState } from 'react';

export type Act<Given extends unknown[], T> = {
  run: (...given: Given) => Promise<T>;
  isPending: boolean;
  isSuccess: boolean;
  error: Error | undefined;
};

type Stand<Given extends unknown[], T> = Omit<Act<Given, T>, 'run'> & {
  act: (...given: Given) => Promise<T>;
  /** The run whose state it is. */
  turn?: object;
};

/** An action with the state of its last run. Another `act` starts afresh, so keep it the same. */
export function useAct<Given extends unknown[], T>(act: (...given: Given) => Promise<T>): Act<Given, T> {
  const [{ isPending, isSuccess, error, ...last }, setStand] = useState<Stand<Given, T>>({ ...idle, act });
  if (last.act !== act) setStand({ ...idle, act });
  const run = useCallback(
    async (...given: Given) => {
      const turn = {};
      const tell = (end: Partial<Stand<Given, T>>) =>
        setStand((stand) => (stand.turn === turn ? { ...idle, act, turn, ...end } : stand));
      // A replaced `act` sets no state.
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
