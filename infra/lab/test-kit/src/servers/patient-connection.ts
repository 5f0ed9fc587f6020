/** For `openDatabase` on busy machines, where the default limit refuses good connections. */
export const patientConnection = { connectionMs: 120_000 };
