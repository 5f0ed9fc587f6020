import { randomUUID } from 'node:crypto';

/** Names for permits, unlike those of all other processes. */
export function permitIds(): () => string {
  const process = randomUUID().slice(0, 8);
  let count = 0;
  return () => `${process}${(count += 1).toString(36)}`;
}
