import { securedProperties } from './secured-listener.ts';

/** A second listener, with TLS and SASL. */
export type Secured = { port: number; keyStore: string };

/** One small broker, its own controller. */
export function brokerProperties(
  ports: { broker: number; controller: number },
  dataFolder: string,
  secured?: Secured,
): string {
  const others = secured ? `,SECURED://127.0.0.1:${secured.port}` : '';
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    listeners: `PLAINTEXT://127.0.0.1:${ports.broker},CONTROLLER://127.0.0.1:${ports.controller}${others}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.broker}${others}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL',
    'log.dirs': dataFolder,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'num.partitions': 1,
    'default.replication.factor': 1,
    'min.insync.replicas': 1,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    ...(secured && securedProperties(secured.keyStore)),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
