import type { Problem } from '@writ/contracts';
import { openerPage } from '@writ/docs';
import type { HtmlPage } from '@writ/http';
import type { Connection } from '@writ/installation';

type Told =
  | { eventType: 'AUTHORIZATION_SUCCEEDED'; data: { connection: string } }
  // Our client reads `message`; clients of similar services read `data`.
  | { eventType: 'AUTHORIZATION_FAILED'; message: string; data: { error: string } };

export function connectedPage(
  { id, account, groupRef, groupName }: Pick<Connection, 'id' | 'account' | 'groupRef' | 'groupName'>,
  { displayName, appName }: { displayName: string; appName: string },
  origin: string | undefined,
): HtmlPage {
  const message: Told = { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: id } };
  // The caller chose the group's name, but the reference owns the connection: show both.
  const whose = groupName === null || groupName === groupRef ? groupRef : `${groupName} (${groupRef})`;
  // The connection's id stands for an unnamed account.
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
