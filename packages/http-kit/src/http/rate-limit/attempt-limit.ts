import type { Clock } from '@writ/service-kit';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../problems/refusal.ts';

const attempts = 10;
const windowSeconds = 300;

/** Limits who guesses credentials, by the address they call from. Each process counts for itself. */
export type AttemptLimit = ReturnType<typeof createAttemptLimit>;

export function createAttemptLimit({ clock }: { clock: Clock }) {
  const limiter = new RateLimiterMemory({ points: attempts, duration: windowSeconds });
  const tooMany = ({ msBeforeNext }: RateLimiterRes): Refusal =>
    new Refusal('rate-limited', {
      detail: 'Too many attempts to sign in came from this address.',
      retryAfter: new Date(clock.now().getTime() + msBeforeNext),
    });
  const count = async (network: string): Promise<void> => {
    try {
      await limiter.consume(network);
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
    }
  };
  return {
    /**
     * Makes an attempt, which counts before anybody knows how it ends, and afterwards only where it was wrong and gives
     * undefined: one that is good, or that fails by another fault, tells nobody anything. @throws Refusal (429) where
     * there were too many, without making it
     */
    make: async <Given>(
      address: string,
      attempt: () => Promise<Given | undefined>,
    ): Promise<Given | undefined> => {
      const network = networkOf(address);
      await count(network);
      let isWrong = false;
      try {
        const given = await attempt();
        isWrong = given === undefined;
        return given;
      } finally {
        if (!isWrong) await limiter.reward(network);
      }
    },
    /**
     * Notes an attempt that is judged at once: good ones never count, however many are made at the same time.
     * @throws Refusal (429) for good ones, too, where there were too many before
     */
    judge: async (address: string, isGood: boolean): Promise<void> => {
      const network = networkOf(address);
      if (!isGood) return count(network);
      const before = await limiter.get(network);
      if (before && before.consumedPoints >= attempts) throw tooMany(before);
    },
  };
}

/** Who has one address of version 6 has a whole network of 64 bits. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
