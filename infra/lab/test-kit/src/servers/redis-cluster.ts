import { startRedis, type LocalRedis } from '@writ/local-servers';
import { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';

/** Three own nodes with a third of the slots each. */
export type RedisCluster = {
  url: string;
  /** Moves a key's slot with all its keys to another node. */
  moveSlotOf: (key: string) => Promise<void>;
  /** Kills the key's node. */
  killNodeOf: (key: string) => Promise<{ restart: () => Promise<void> }>;
  close: () => Promise<void>;
};

type Node = { server: LocalRedis; admin: Redis; id: string };

const slots = 16_384;
const nodesWanted = 3;

export async function redisCluster(): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: nodesWanted }, openNode));
  await joinNodes(nodes);
  return {
    url: `redis://${nodes.map(({ server }) => `127.0.0.1:${server.port}`).join(',')}?cluster=on`,
    moveSlotOf: async (key) => {
      const from = await ownerOf(nodes, key);
      const to = nodes.find((node) => node !== from) ?? from;
      const slot = await from.admin.cluster('KEYSLOT', key);
      await to.admin.cluster('SETSLOT', slot, 'IMPORTING', from.id);
      await from.admin.cluster('SETSLOT', slot, 'MIGRATING', to.id);
      const keys = await from.admin.cluster('GETKEYSINSLOT', slot, 1_000);
      if (keys.length > 0)
        await from.admin.call('MIGRATE', '127.0.0.1', to.server.port, '', 0, 5_000, 'KEYS', ...keys);
      for (const { admin } of [to, ...nodes]) await admin.cluster('SETSLOT', slot, 'NODE', to.id);
    },
    killNodeOf: async (key) => {
      const { server } = await ownerOf(nodes, key);
      // A second, instead of 15, until a node counts as dead.
      for (const { admin } of nodes) await admin.config('SET', 'cluster-node-timeout', 1_000);
      await server.kill();
      return { restart: () => server.restart() };
    },
    close: async () => {
      for (const { admin } of nodes) admin.disconnect();
      await Promise.all(nodes.map(({ server }) => server.close()));
    },
  };
}

async function openNode(): Promise<Node> {
  const server = await startRedis({ cluster: true });
  const admin = new Redis(server.url);
  // The node may be killed.
  admin.on('error', () => undefined);
  return { server, admin, id: await admin.cluster('MYID') };
}

async function joinNodes(nodes: readonly Node[]): Promise<void> {
  const share = Math.ceil(slots / nodes.length);
  for (const [place, { admin }] of nodes.entries()) {
    const first = place * share;
    const own = Array.from({ length: Math.min(share, slots - first) }, (_, index) => first + index);
    await admin.cluster('ADDSLOTS', own);
    await admin.cluster('SET-CONFIG-EPOCH', place + 1);
    for (const { server } of nodes.slice(0, place)) await admin.cluster('MEET', '127.0.0.1', server.port);
  }
  await eventually(async () => {
    const states = await Promise.all(nodes.map(({ admin }) => admin.cluster('INFO')));
    return states.every((state) => state.includes('cluster_state:ok'));
  });
}

async function ownerOf(nodes: readonly Node[], key: string): Promise<Node> {
  for (const node of nodes) {
    const isOwner = await node.admin.exists(key).then(
      () => true,
      () => false,
    );
    if (isOwner) return node;
  }
  throw new Error(`No node holds ${key}.`);
}
