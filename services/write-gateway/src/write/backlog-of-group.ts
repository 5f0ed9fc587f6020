import type { BacklogLimit } from './backlog-limit.ts';

export type OfGroup = { projectId: string; groupRef: string };

/** @throws Refusal (429) at the limit of the group or its project */
export type TakeBacklog = (of: OfGroup) => Promise<void>;

/**
 * A project with fewer unfinished writes than one group may have needs no counts of groups. The group comes first:
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
