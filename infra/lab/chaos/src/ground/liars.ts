import type { Closing } from '@writ/service-kit';
import { startTaskProcess } from '@writ/test-kit';

/** How a receiver of webhooks answers that means no good, or cannot help it. */
export type Lie =
  /** Never. */
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
  /** With 410. */
  | 'gone';

/** What the process of the liars can be told to do: to listen, one receiver for each lie; to lie, or not; to tell. */
export type LiarsTask =
  { do: 'listen'; lies: readonly Lie[] } | { do: 'behave'; lying: boolean } | { do: 'tell' };

export type LiarsTold = {
  /** Addresses, in the order of the lies. */
  urls: readonly string[];
  /** The most requests that one of them had at once. */
  mostAtOnce: number;
  /** The most bytes that were taken of one answer, those included that lie in buffers on the way. */
  mostTaken: number;
  /** Requests for what a redirect leads to. */
  followed: number;
};

/** Receivers, each at its own address, that answer honestly until they are told to lie. */
export type Liars = {
  urls: readonly string[];
  lie: () => Promise<unknown>;
  beHonest: () => Promise<unknown>;
  tell: () => Promise<LiarsTold>;
};

/**
 * Starts one receiver for each lie, on a free port of 127.0.0.1: as those of different customers, they share no address. They
 * are a process of their own: to pour gigabytes takes time, which is not to be that of the receivers that are honest.
 */
export async function startLiars(lies: readonly Lie[], closing: Closing): Promise<Liars> {
  const liars = await startTaskProcess<LiarsTask, LiarsTold>(
    new URL('liars.main.ts', import.meta.url),
    closing,
  );
  const { urls } = await liars.perform({ do: 'listen', lies });
  return {
    urls,
    lie: () => liars.perform({ do: 'behave', lying: true }),
    beHonest: () => liars.perform({ do: 'behave', lying: false }),
    tell: () => liars.perform({ do: 'tell' }),
  };
}
