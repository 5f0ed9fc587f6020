import { freePort } from '@writ/local-servers';

export type Ports = { management?: number; write?: number; sandbox?: number };
type Address = { port: number; url: string };
export type Addresses = { management: Address; write: Address; sandbox: Address };

export async function reserveAddresses(ports: Ports): Promise<Addresses> {
  return {
    management: await reserve(ports.management),
    write: await reserve(ports.write),
    sandbox: await reserve(ports.sandbox),
  };
}

async function reserve(wanted: number | undefined): Promise<Address> {
  const port = wanted || (await freePort());
  return { port, url: `http://127.0.0.1:${port}` };
}
