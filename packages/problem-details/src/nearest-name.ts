import { distance } from 'fastest-levenshtein';

/** The known name that was probably meant; undefined when none is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const scored = known
    .map((name) => ({ name, steps: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps);
  const best = scored[0];
  return best && best.steps <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : undefined;
}
