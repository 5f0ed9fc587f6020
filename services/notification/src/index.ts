export { composeNotification, type NotificationParts } from './compose.ts';
export { asyncApiDocument } from './event-schemas/asyncapi.ts';
export { eventSchema } from './event-schemas/event-schema.ts';
export { variables as notificationVariables } from './config.ts';
