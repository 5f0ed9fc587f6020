import type { ServerPlan, Tell } from '@writ/local-servers';

/** The more often a program has ended by itself, the longer. */
const pausesMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000];

export type EndPlan = Pick<ServerPlan, 'onCrash' | 'onBack' | 'onLost' | 'pausesMs'>;

/** Says so when a program ends by itself, and starts it again if it is to be brought back. */
export const whenItEnds = (name: string, { tell, bringBack }: { tell: Tell; bringBack: boolean }): EndPlan =>
  bringBack
    ? {
        pausesMs,
        onCrash: (how) => tell(`${name} has ended by itself (${how}); it is started again.`),
        onBack: () => tell(`${name} is back.`),
        onLost: (error) => tell(error.message),
      }
    : { onCrash: (how) => tell(`${name} has ended by itself (${how}); the others go on.`) };
