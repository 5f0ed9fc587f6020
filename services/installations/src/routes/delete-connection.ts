import { inputValidationProblemSchema, problemSchema } from '@writ/contracts';
import { endpoint, noContent, Refusal } from '@writ/http-kit';
import { holdConnection } from '@writ/installation';
import { removeIfUnused } from '../connections/remove-if-unused.ts';
import type { Deps } from '../deps.ts';
import { connectionNotFound } from '../not-found.ts';

export const deleteConnection = ({ database, pokeRelay }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Delete a connection that no installation uses',
    access: { scope: 'installations:manage', frontend: true },
    answers: { 204: null, 404: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: async ({ project, params: { connectionId: id } }) => {
      await database.transaction(async (tx) => {
        const connection = await holdConnection(tx, 'UPDATE', { projectId: project.id, id });
        if (connection === undefined) throw connectionNotFound(id);
        if (!(await removeIfUnused(tx, connection))) throw inUse();
      });
      pokeRelay();
      return noContent();
    },
  });

const inUse = (): Refusal =>
  new Refusal('in-use', {
    detail: 'Installations write through this connection.',
    remedy: 'Delete these installations, or give them another connection, first.',
  });
