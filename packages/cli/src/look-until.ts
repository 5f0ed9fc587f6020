import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 200;
const longestPauseMs = 2000;

/** Looks repeatedly, with growing pauses, until it is over. @throws the reason of the signal */
export async function lookUntil<State>(
  look: () => Promise<State>,
  isOver: (state: State) => boolean,
  signal: AbortSignal,
): Promise<State> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const state = await look();
    if (isOver(state)) return state;
    await sleep(pauseMs, undefined, { signal });
  }
}
