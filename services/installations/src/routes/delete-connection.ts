import { inputValidationProblemSchema, problemSchema } from '@writ/contracts';
import { endpoint, noContent, Refusal } from '@writ/http-kit';
import { connectionNotFound } from '../connections/connection-not-found.ts';
import type { DeleteConnectionIfUnused } from '../connections/remove-connection.ts';

export const deleteConnection = (deps: { deleteConnectionIfUnused: DeleteConnectionIfUnused }) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/connections/:connectionId',
    summary: 'Delete a connection that no installation uses',
    access: { scope: 'installations:manage', frontend: true },
    answers: { 204: null, 404: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: async ({ project, params: { connectionId } }) => {
      const removal = await deps.deleteConnectionIfUnused(project.id, connectionId);
      if (removal === 'not-found') throw connectionNotFound(connectionId);
      if (removal === 'removed') return noContent();
      throw new Refusal('in-use', {
        detail: 'Installations write through this connection.',
        remedy: 'Delete these installations, or give them another connection, first.',
      });
    },
  });
