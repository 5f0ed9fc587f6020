import type { Clock } from '@writ/service-kit';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '@writ/problems';

const attempts = 10;
const windowSeconds = 300;

/** By address; each process counts for itself. */
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
     * Runs an attempt. It counts from its start, and for good only if it returns undefined. @throws Refusal
     * (429) after too many, without running it
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
     * Judges an attempt immediately: good ones never count. @throws Refusal (429) after too many wrong ones,
     * for good ones, too
     */
    judge: async (address: string, isGood: boolean): Promise<void> => {
      const network = networkOf(address);
      if (!isGood) return count(network);
      const before = await limiter.get(network);
      if (before && before.consumedPoints >= attempts) throw tooMany(before);
    },
  };
}

/** A caller with an IPv6 address has a network of 64 bits. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
