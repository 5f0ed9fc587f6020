import { userInfo } from 'node:os';
import type { Actor } from '@writ/contracts';
import { newId } from '@writ/db';

/** The user of the operating system. The acts of a command share a request id. */
export const commandActor = (action: string): Actor => ({
  kind: 'command',
  id: userName(),
  requestId: newId(),
  action,
});

/** In a container the user may have only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
