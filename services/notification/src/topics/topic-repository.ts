import type { Topic } from '@writ/contracts';
import { isId, newId, unlessTaken, type PrismaClient } from '@writ/db';

/** Topics of a project. Writes that would break a rule give the reason instead of a topic. */
export type TopicRepository = {
  list(projectId: string): Promise<Topic[]>;
  add(projectId: string, name: string): Promise<Topic | 'name-taken'>;
  rename(
    projectId: string,
    topicId: string,
    name: string,
    now: Date,
  ): Promise<Topic | 'name-taken' | undefined>;
  /** Removes a topic and its routes; false when there is none. */
  remove(projectId: string, topicId: string): Promise<boolean>;
  exists(projectId: string, topicId: string): Promise<boolean>;
};

export function topicRepository({ topic }: Pick<PrismaClient, 'topic'>): TopicRepository {
  return {
    list: async (projectId) =>
      (await topic.findMany({ where: { projectId }, orderBy: { id: 'asc' } })).map(toTopic),
    add: (projectId, name) =>
      unlessTaken(async () => toTopic(await topic.create({ data: { id: newId(), projectId, name } }))),
    rename: async (projectId, topicId, name, now) => {
      if (!isId(topicId)) return undefined;
      const change = { where: { id: topicId, projectId }, data: { name, updateTime: now } };
      return unlessTaken(async () => (await topic.updateManyAndReturn(change)).map(toTopic)[0]);
    },
    remove: async (projectId, topicId) => {
      if (!isId(topicId)) return false;
      return (await topic.deleteMany({ where: { id: topicId, projectId } })).count === 1;
    },
    exists: async (projectId, topicId) =>
      isId(topicId) && (await topic.count({ where: { id: topicId, projectId } })) === 1,
  };
}

type TopicRow = { id: string; projectId: string; name: string; createTime: Date; updateTime: Date | null };

const toTopic = ({ id, projectId, name, createTime, updateTime }: TopicRow): Topic => ({
  id,
  name,
  projectId,
  createTime: createTime.toISOString(),
  ...(updateTime && { updateTime: updateTime.toISOString() }),
});
