/** What a request is about: the object, and the version segment of its path. */
export type HubspotTarget = { version: string; objectName: string };
