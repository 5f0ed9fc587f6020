import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * A change, after which everything read under some keys is read again: after an error, too, as somebody else may have changed it.
 * A secret given or answered is dropped with the dialog that asked.
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
