// usage: node uploads.js URL COUNT SIZE
// Posts COUNT bodies of SIZE bytes at once on one HTTP/2 connection; the status is 0 if each is answered by 200.
const http2 = require('node:http2');
const { Readable } = require('node:stream');

const [url, count, size] = [new URL(process.argv[2]), Number(process.argv[3]), Number(process.argv[4])];
const client = http2.connect(url.origin);
const piece = 100000;
function* pieces() {
  for (let sent = 0; sent < size; sent += piece) yield Buffer.alloc(Math.min(piece, size - sent), 'a');
}
let left = count;
client.on('error', (error) => { console.error(error); process.exit(1); });
for (let index = 0; index < count; index++) {
  const stream = client.request({ ':method': 'POST', ':path': url.pathname });
  let status = 0;
  stream.on('response', (head) => { status = head[':status']; });
  stream.on('error', (error) => { console.error(error); process.exit(1); });
  stream.on('end', () => {
    if (status !== 200) { console.error(`stream ${stream.id}: ${status}`); process.exit(1); }
    if (--left === 0) client.close();
  });
  stream.resume();
  // In pieces, as a file is: Node counts what a session has to send, and resets streams above 10 MB.
  Readable.from(pieces()).pipe(stream);
}
