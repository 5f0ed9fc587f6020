import { distance } from 'fastest-levenshtein';

const mostCompared = 1_000;

/** The known name that was probably meant; undefined if none is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  let nearest: { name: string; steps: number } | undefined;
  for (const name of known.slice(0, mostCompared)) {
    // The difference of lengths is a lower bound, so long texts are not compared.
    if (Math.abs(name.length - given.length) > mostSteps(name)) continue;
    const steps = distance(given.toLowerCase(), name.toLowerCase());
    if (steps <= mostSteps(name) && steps < (nearest?.steps ?? Infinity)) nearest = { name, steps };
  }
  return nearest?.name;
}

const mostSteps = (name: string): number => Math.max(2, Math.floor(name.length / 3));
