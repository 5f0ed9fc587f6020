import { isUniqueViolation } from '@writ/db';

/** Gives what was stored, or 'name-taken' where a unique constraint refused it. */
export async function unlessTaken<Row>(store: PromiseLike<Row>): Promise<Row | 'name-taken'> {
  try {
    return await store;
  } catch (error) {
    if (isUniqueViolation(error)) return 'name-taken';
    throw error;
  }
}
