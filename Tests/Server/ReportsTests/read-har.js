// Has har-validator read the archive on standard input: each entry in a line, as it stands there for others.
const { har } = require("har-validator/lib/promise");
const text = require("fs").readFileSync(0, "utf8");
har(JSON.parse(text)).then(
  (archive) => {
    for (const { request, response } of archive.log.entries) {
      console.log(`${request.method} ${new URL(request.url).href} ${response.status} ${response.content.size}`);
    }
  },
  (error) => {
    console.log(JSON.stringify(error.errors, null, 1));
    process.exit(1);
  },
);
