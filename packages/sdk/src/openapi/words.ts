/* eslint-disable */
// Made of the OpenAPI documents: npm run openapi:write

export const operationFaults = ["rate-limited","unavailable","locked","timeout","unauthorized","forbidden","not-found","invalid","conflict","unknown","cancelled"] as const;
export const waitingReasons = ["quota","order","connection","outage","paused","batch","retry"] as const;
