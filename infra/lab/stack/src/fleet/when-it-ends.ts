import type { ServerPlan, Tell } from '@writ/local-servers';

/** Longer after each unexpected end. */
const pausesMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000];

export type EndPlan = Pick<ServerPlan, 'onCrash' | 'onBack' | 'onLost' | 'pausesMs'>;

/** Reports a program that ended by itself, and restarts it if `bringBack`. */
export const whenItEnds = (name: string, { tell, bringBack }: { tell: Tell; bringBack: boolean }): EndPlan =>
  bringBack
    ? {
        pausesMs,
        onCrash: (how) => tell(`${name} has ended by itself (${how}); it is started again.`),
        onBack: () => tell(`${name} is back.`),
        onLost: (error) => tell(error.message),
      }
    : { onCrash: (how) => tell(`${name} has ended by itself (${how}); the others go on.`) };
