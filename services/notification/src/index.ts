export { composeNotification, type NotificationParts } from './compose.ts';
export { variables as notificationVariables } from './config.ts';
