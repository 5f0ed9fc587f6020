export { systemClock, type Clock } from './clock.ts';
export { createClosing, type Closing } from './closing.ts';
export {
  EnvironmentError,
  readEnvironment,
  type Values,
  type Variable,
  type Variables,
} from './environment/environment.ts';
export { createFaultLog, type FaultLog } from './log/fault-log.ts';
export { collectBytes, type CollectedBytes } from './collected-bytes.ts';
export { gathered } from './gathered.ts';
export { CheckFault, createHealth, readinessOfAll, type Health, type Readiness } from './health.ts';
export { letReadersLeave } from './log/let-readers-leave.ts';
export { createAppLogger, errorFields, logLevels, type Logger, type LogLevel } from './log/logger.ts';
export { hideKeys, secretHider, type HideSecrets } from './log/redact.ts';
export { networkReason } from './network-reason.ts';
export { createMetrics, joinMetrics, type Metrics } from './metrics.ts';
export { readInteger } from './read-integer.ts';
export { redisConnection } from './redis-connection.ts';
export { isId, newId } from './ids.ts';
export { productVersion } from './product-version.ts';
export { startLoop, type Loop, type Rest } from './start-loop.ts';
export { listenError, runService, StartError } from './run-service.ts';
export { createServiceFrame, type ServiceFrame } from './service-frame.ts';
export { outgoingProxyOf, outgoingVariables, type OutgoingProxy } from './environment/outgoing-variables.ts';
export {
  providerAddressVariables,
  providerPageVariables,
  providerQuotaVariables,
  providerUrlVariables,
  sandboxAddresses,
} from './environment/provider-variables.ts';
export {
  besideApi,
  consoleUrlOf,
  problemSettingsOf,
  rateLimitsOf,
  serviceVariables,
  siteAddressesOf,
  type PublicFacts,
  type RateFacts,
} from './environment/service-variables.ts';
export {
  baseUrl,
  integer,
  list,
  listOf,
  oneOf,
  optional,
  optionalEach,
  port,
  text,
  url,
} from './environment/variables.ts';
