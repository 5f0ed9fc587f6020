import type { Closing } from '@writ/service-kit';
import { startTaskProcess } from '@writ/test-kit';

/** Wrong answers of a webhook's receiver. */
export type Lie =
  | 'hang'
  /** A byte a second. */
  | 'drip'
  /** A body of 10 GB. */
  | 'endless'
  /** 10 GB, compressed to 10 MB. */
  | 'bomb'
  /** Breaks off after the beginning. */
  | 'early'
  /** 200 after 14 s. */
  | 'late'
  /** 301 to a cloud's metadata address. */
  | 'metadata'
  /** 301 to its own other path. */
  | 'redirect'
  | 'gone';

export type LiarsTask =
  { do: 'listen'; lies: readonly Lie[] } | { do: 'behave'; lying: boolean } | { do: 'count' };

export type LiarsCount = {
  urls: readonly string[];
  /** Concurrent requests of one receiver. */
  mostAtOnce: number;
  /** Bytes sent of one answer, with buffers on the way. */
  mostTaken: number;
  followed: number;
};

/** Honest until told to lie. */
export type Liars = {
  urls: readonly string[];
  lie: () => Promise<unknown>;
  beHonest: () => Promise<unknown>;
  count: () => Promise<LiarsCount>;
};

/**
 * One receiver per lie, each with its own port, since customers share no address. In another process: pouring
 * gigabytes must not slow the honest ones.
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
