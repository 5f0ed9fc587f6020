import { userInfo } from 'node:os';
import type { Actor } from '@writ/contracts';
import { newId } from '@writ/db';

/** Who gives a command: the user of the operating system, whose acts of one command share an id. */
export const commandActor = (action: string): Actor => ({
  kind: 'command',
  id: userName(),
  requestId: newId(),
  action,
});

/** In a container the user may have a number alone. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
