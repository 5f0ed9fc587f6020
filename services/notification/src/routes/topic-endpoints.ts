import {
  inputValidationProblemSchema,
  listQuerySchema,
  topicListSchema,
  topicRequestSchema,
  topicSchema,
} from '@writ/contracts';
import { inOrderOfIds, newId, unlessTaken } from '@writ/db';
import { created, endpoint, linkedPages, noContent, notFound, ok, type Fault } from '@writ/http-kit';
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

export const postTopic = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/topics',
    summary: 'Create a topic',
    access: { scope: 'notifications:manage' },
    body: topicRequestSchema,
    answers: { 201: topicSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body: { name } }) => {
      const data = { id: newId(), projectId: project.id, name };
      const topic = await unlessTaken(() => prisma.topic.create({ data }));
      if (topic === 'name-taken') throw nameTaken('topic', name, '/name');
      return created(toAnswer(topic));
    },
  });

export const patchTopic = ({ database: { prisma }, clock }: EndpointDeps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/topics/:topicId',
    summary: 'Rename a topic',
    access: { scope: 'notifications:manage' },
    body: topicRequestSchema,
    answers: {
      200: topicSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, params: { topicId }, body: { name } }) => {
      const change = { where: ofProject(project.id, topicId), data: { name, updateTime: clock.now() } };
      const changed = await unlessTaken(() => prisma.topic.updateManyAndReturn(change));
      if (changed === 'name-taken') throw nameTaken('topic', name, '/name');
      const [topic] = changed;
      if (!topic) throw topicNotFound(topicId);
      return ok(toAnswer(topic));
    },
  });

/** Specification, Delete a topic. Its routes go with it. */
export const deleteTopic = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/topics/:topicId',
    summary: 'Delete a topic',
    access: { scope: 'notifications:manage' },
    answers: { 204: null },
    handle: async ({ project, params: { topicId } }) => {
      const { count } = await prisma.topic.deleteMany({ where: ofProject(project.id, topicId) });
      if (count === 0) throw topicNotFound(topicId);
      return noContent();
    },
  });

const topicNotFound = (topicId: string): Fault =>
  notFound('path', 'topicId', topicId, 'No topic has this id in the project.');
