import { gunzipSync } from 'node:zlib';
import { request } from 'undici';

const authorization =
  'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0';
const headers = { authorization };

export async function makeBucket(url: string, bucket: string): Promise<void> {
  const answer = await request(`${url}/${bucket}`, { method: 'PUT', headers });
  await answer.body.dump();
}

/** Keys and lines of objects. */
export async function readBucket(
  url: string,
  bucket: string,
): Promise<{ key: string; type: unknown; events: { id: string }[] }[]> {
  const list = await (await request(`${url}/${bucket}`, { headers })).body.text();
  const keys = [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
  return Promise.all(
    keys.map(async (key) => {
      const answer = await request(`${url}/${bucket}/${key}`, { headers });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      const lines = text.split('\n');
      // The last line must end, too.
      if (lines.pop() !== '') throw new Error(`The last line of ${key} does not end.`);
      const events = lines.map((line) => JSON.parse(line) as { id: string });
      return { key, type: answer.headers['content-type'], events };
    }),
  );
}
