import type { Problem } from '@writ/contracts';
import { openerPage, type HtmlPage } from '@writ/http-kit';
import type { Connection } from '@writ/installation';

/** Told to the page that opened the window: its client waits for these. */
type Told =
  | { eventType: 'AUTHORIZATION_SUCCEEDED'; data: { connection: string } }
  // Our client reads `message`; clients made for other services of this kind read `data`.
  | { eventType: 'AUTHORIZATION_FAILED'; message: string; data: { error: string } };

export function connectedPage(
  { id, account, groupRef, groupName }: Pick<Connection, 'id' | 'account' | 'groupRef' | 'groupName'>,
  { displayName, appName }: { displayName: string; appName: string },
  origin: string | undefined,
): HtmlPage {
  const message: Told = { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: id } };
  // The group's name is told by who began this, and may be another's; its reference is what the connection belongs to.
  const whose = groupName === null || groupName === groupRef ? groupRef : `${groupName} (${groupRef})`;
  // The connection's own id stands for an account that the provider did not tell.
  const which = account === id ? 'your account' : `your account ${account}`;
  return openerPage({
    isGood: true,
    title: `${displayName} is connected`,
    words: [
      `${appName} can use ${which} for ${whose} from now on.`,
      `You can close this window. If it was not you who began this, have those who run ${appName} end it.`,
    ],
    message,
    origin,
  });
}

export const notConnectedPage = (
  { detail, remedy, requestId }: Problem,
  origin: string | undefined,
): HtmlPage =>
  openerPage({
    isGood: false,
    title: 'Not connected',
    words: remedy === undefined ? [detail] : [detail, remedy],
    reference: requestId,
    message: {
      eventType: 'AUTHORIZATION_FAILED',
      message: detail,
      data: { error: detail },
    } satisfies Told,
    origin,
  });
