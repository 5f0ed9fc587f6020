import type { Connection, Group } from '@writ/sdk';
import type { Standing } from './facts.tsx';

export const healthStandings: Readonly<Record<Group['healthStatus'], Standing>> = {
  healthy: { tone: 'good', words: 'Healthy' },
  unhealthy: { tone: 'bad', words: 'Unhealthy' },
};

export function connectionStanding({
  status,
  renewalError,
}: Pick<Connection, 'status' | 'renewalError'>): Standing {
  if (status === 'bad_credentials') return { tone: 'bad', words: 'Credentials refused' };
  if (renewalError !== undefined) return { tone: 'bad', words: 'Provider app refused' };
  return status === 'working' ? { tone: 'good', words: 'Works' } : { tone: 'waiting', words: 'Not verified' };
}
