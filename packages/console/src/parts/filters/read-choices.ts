import type { UseQueryResult } from '@tanstack/react-query';
import type { Choice, Reading } from './chip.tsx';

/**
 * What a chip offers out of what is read, and, until it is, how the reading stands. Where that is nothing, it is read anew when
 * the chip is opened.
 */
export function readChoices<Data>(
  { data, error, refetch }: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>,
  toChoices: (data: Data) => readonly Choice<string>[],
): { choices?: readonly Choice<string>[]; reading?: Reading; onOpen?: () => void } {
  const readAgain = (): void => void refetch();
  if (data === undefined) return { reading: { fault: error, onRetry: readAgain } };
  const choices = toChoices(data);
  return { choices, ...(choices.length === 0 && { onOpen: readAgain }) };
}
