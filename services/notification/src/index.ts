export { composeNotification, type NotificationParts } from './compose.ts';
export { eventSchema } from './event-schemas/event-schema.ts';
export { variables as notificationVariables } from './config.ts';
