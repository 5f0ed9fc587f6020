import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * A change, after which some keys are read again: after an error, too, as somebody else may have changed
 * them. A secret given or answered is dropped with its dialog.
 */
export function useChange<Given, Result>(
  change: (given: Given) => Promise<Result>,
  ...keys: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async (_result, fault) => {
      const reading = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      // An error shows immediately.
      if (fault === null) await reading;
    },
    gcTime: 0,
  });
}
