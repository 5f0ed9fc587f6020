import type { Topic } from '@writ/contracts';
import { isId, isUniqueViolation, newId, type PrismaClient } from '@writ/db';
import { isWithoutParent } from './is-without-parent.ts';

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
    add: async (projectId, name) => {
      try {
        return toTopic(await topic.create({ data: { id: newId(), projectId, name } }));
      } catch (error) {
        if (isUniqueViolation(error)) return 'name-taken';
        throw error;
      }
    },
    rename: async (projectId, topicId, name, now) => {
      if (!isId(topicId)) return undefined;
      try {
        const where = { id: topicId, projectId };
        return toTopic(await topic.update({ where, data: { name, updateTime: now } }));
      } catch (error) {
        if (isUniqueViolation(error)) return 'name-taken';
        if (isWithoutParent(error)) return undefined;
        throw error;
      }
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
