import type { BacklogLimit } from './backlog-limit.ts';

export type OfGroup = { projectId: string; groupRef: string };

/** Counts a write for its group and its project. @throws Refusal (429) at the limit of either */
export type TakeBacklog = (of: OfGroup) => Promise<void>;

/**
 * A project that cannot have as many unfinished writes as one group may have needs no counts of its groups. The group comes first:
 * its refused writes take nothing from its project.
 */
export const takeBacklog =
  (
    project: Pick<BacklogLimit<string>, 'take' | 'mayHave'>,
    group?: { limit: number; backlog: Pick<BacklogLimit<OfGroup>, 'take'> },
  ): TakeBacklog =>
  async (of) => {
    if (group && project.mayHave(of.projectId, group.limit)) await group.backlog.take(of);
    await project.take(of.projectId);
  };
