import type { SearchHit } from '@writ/contracts';
import type { Prisma } from '@writ/db';

/** What was found, and where it is below its project. */
export type Hit = Omit<SearchHit, 'path' | 'time'> & { below: string; time: Date };

/** What is looked for: `text` as it was sent, `id` where it has the form of one; of what is found in one way, so many. */
export type Search = {
  prisma: Prisma.TransactionClient;
  projectId: string;
  text: string;
  id: string | undefined;
  limit: number;
};

export type Find = (search: Search) => Promise<readonly Hit[]>;
