import { Refusal, type IssueInput } from './refusal.ts';

/** The issues of the refusal that `look` ends with; none where it ends well. What else it throws is thrown on. */
export async function issuesOf(look: () => unknown): Promise<readonly IssueInput[]> {
  try {
    await look();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.facts.issues ?? [];
    throw error;
  }
}
