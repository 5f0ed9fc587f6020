import type { RunningWrit } from '@writ/all-in-one/testing';

/** A reference with all that an address has to escape. */
export const oddRef = 'a/b:c %2F?#&';

/**
 * Two customers more: one whose name and reference have to be escaped, connected and installed but with refused credentials, and
 * one that has a connection that no installation uses.
 */
export async function makeCustomers({ caller, demo }: Pick<RunningWrit, 'caller' | 'demo'>) {
  const connect = async (groupRef: string, groupName: string): Promise<string> => {
    const { body } = await caller.manage<{ id: string }>('POST', '/connections:generate', {
      provider: 'hubspot',
      groupRef,
      groupName,
      oauth2AuthorizationCode: { accessToken: `sandbox-hubspot-${groupRef === oddRef ? 'odd' : groupRef}` },
    });
    return body.id;
  };
  const odd = await connect(oddRef, 'Odd & <Sons>');
  const unused = await connect('globex', 'Globex');
  await caller.manage('POST', `/integrations/${demo.integrations['hubspot']}/installations`, {
    groupRef: oddRef,
    connectionId: odd,
    config: { content: {} },
  });
  return { odd, unused };
}
