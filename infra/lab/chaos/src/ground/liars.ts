import type { Closing } from '@writ/service-kit';
import { startTaskProcess } from '@writ/test-kit';

/** How a receiver of webhooks answers that means no good, or cannot help it. */
export type Lie =
  | 'hang'
  /** With a byte a second. */
  | 'drip'
  /** With a body of 10 GB. */
  | 'endless'
  /** With 10 GB that are 10 MB on the way. */
  | 'bomb'
  /** With the beginning of an answer, and breaks off. */
  | 'early'
  /** With 200, after 14 s. */
  | 'late'
  /** With 301 to where clouds serve credentials. */
  | 'metadata'
  /** With 301 to another path of its own. */
  | 'redirect'
  | 'gone';

export type LiarsTask =
  { do: 'listen'; lies: readonly Lie[] } | { do: 'behave'; lying: boolean } | { do: 'count' };

export type LiarsCount = {
  urls: readonly string[];
  /** The most concurrent requests of one receiver. */
  mostAtOnce: number;
  /** The most bytes sent of one answer, buffers on the way included. */
  mostTaken: number;
  followed: number;
};

/** Receivers that answer honestly until they are told to lie. */
export type Liars = {
  urls: readonly string[];
  lie: () => Promise<unknown>;
  beHonest: () => Promise<unknown>;
  count: () => Promise<LiarsCount>;
};

/**
 * Starts a receiver for each lie, on a port of its own, since receivers of different customers share no address. They run
 * in a process of their own: pouring gigabytes must not slow the honest ones.
 */
export async function startLiars(lies: readonly Lie[], closing: Closing): Promise<Liars> {
  const main = new URL('liars.main.ts', import.meta.url);
  const { perform } = await startTaskProcess<LiarsTask, LiarsCount>(main, closing);
  const { urls } = await perform({ do: 'listen', lies });
  return {
    urls,
    lie: () => perform({ do: 'behave', lying: true }),
    beHonest: () => perform({ do: 'behave', lying: false }),
    count: () => perform({ do: 'count' }),
  };
}
