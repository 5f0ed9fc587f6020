/**
 * A limit of `openDatabase` for tests: a process that a busy machine holds up for as long as the usual one would refuse
 * what it was asked, although the connection was made or given back in time.
 */
export const patientConnection = { connectionMs: 120_000 };
