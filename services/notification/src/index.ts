export { composeNotification, type NotificationParts } from './compose.ts';
export { secretColumns } from './destinations/secrets.ts';
export { variables as notificationVariables } from './config.ts';
