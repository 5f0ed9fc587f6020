import {
  inputValidationProblemSchema,
  listQuerySchema,
  topicChangeSchema,
  topicListSchema,
  topicSchema,
} from '@writ/contracts';
import { holdRow, inOrderOfIds, unlessTaken, type Transaction } from '@writ/db';
import { endpoint, linkedPages, noContent, notFound, ok, type Fault } from '@writ/http-kit';
import { insertAuditEntries } from '@writ/tenancy';
import type { EndpointDeps } from './endpoint-deps.ts';
import { nameTaken } from './faults.ts';
import { ofProject, toAnswer } from '../project-rows.ts';

const pages = linkedPages('topics');

export const getTopics = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/topics',
    summary: 'List topics',
    access: { scope: 'notifications:read' },
    query: listQuerySchema,
    rules: pages.rule,
    answers: { 200: topicListSchema },
    docs: pages.docs,
    handle: (asked) =>
      pages.answer(
        asked,
        (span) => prisma.topic.findMany(inOrderOfIds({ projectId: asked.project.id }, span)),
        (topics) => topics.map(toAnswer),
      ),
  });

export const patchTopic = ({ database: { transaction }, clock }: EndpointDeps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/topics/:topicId',
    summary: 'Rename a topic',
    access: { scope: 'notifications:manage' },
    body: topicChangeSchema,
    answers: {
      200: topicSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, params: { topicId }, body: { name }, by }) => {
      const changed = await unlessTaken(() =>
        transaction(async (tx) => {
          const before = await holdTopic(tx, project.id, topicId);
          const data = { name, updateTime: clock.now() };
          const after = await tx.prisma.topic.update({ where: { id: before.id }, data });
          await insertAuditEntries(tx.prisma, by, { resource, before, after });
          return after;
        }),
      );
      if (changed === 'name-taken') throw nameTaken('topic', name, '/name');
      return ok(toAnswer(changed));
    },
  });

/** Specification, Delete a topic. Its routes go with it. */
export const deleteTopic = ({ database: { transaction } }: EndpointDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/topics/:topicId',
    summary: 'Delete a topic',
    access: { scope: 'notifications:manage' },
    answers: { 204: null },
    handle: ({ project, params: { topicId }, by }) =>
      transaction(async (tx) => {
        const before = await holdTopic(tx, project.id, topicId);
        await tx.prisma.topic.delete({ where: { id: before.id } });
        await insertAuditEntries(tx.prisma, by, { resource, before });
        return noContent();
      }),
  });

const resource = 'topic';

/** @throws Fault where the project has no topic with this id */
async function holdTopic({ prisma, sql }: Transaction, projectId: string, topicId: string) {
  const where = ofProject(projectId, topicId);
  const find = async () => (await prisma.topic.findFirst({ where })) ?? undefined;
  const topic = await holdRow(sql, { table: 'topic', lock: 'UPDATE' }, find);
  if (topic === undefined) throw topicNotFound(topicId);
  return topic;
}

const topicNotFound = (topicId: string): Fault =>
  notFound('path', 'topicId', topicId, 'No topic has this id in the project.');
