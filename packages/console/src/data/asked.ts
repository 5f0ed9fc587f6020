/** Requests that were sent before the scripts that need their answers had loaded: by address, each to be taken once, and soon. */
export type Asked = Map<string, Promise<Response>>;
