import { Prisma } from '@writ/db';

/** SQL: from the operations that wait in the lane `lane` or are under way. */
export const waitingInLane = Prisma.sql`FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL`;
