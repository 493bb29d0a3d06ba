// Reads responses with a feature by node:http, and prints what it has of them.
//
//     node node_features.js trailers|events|ranges|interim|compressed

const http = require('node:http')
const zlib = require('node:zlib')

/// Sends a request, with its body once the server has asked for it if it carries Expect. The result is the response,
/// with all of its body in `body`, if `readsBody`.
function ask(path, { method = 'GET', headers = {}, body, readsBody = true } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(process.env.MOCKSERVER_URL + path, { method, headers, agent: false, timeout: 600_000 })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('nothing came for 600 s')))
    request.on('information', ({ statusCode, headers }) => {
      console.log([statusCode, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(' '))
    })
    request.on('response', async response => {
      if (!readsBody) return resolve(response)
      const pieces = []
      response.on('error', reject)
      response.on('data', piece => pieces.push(piece))
      response.on('end', () => resolve(Object.assign(response, { body: Buffer.concat(pieces) })))
    })
    if (headers.Expect) request.on('continue', () => request.end(body))
    else request.end(body)
  })
}

const show = response => console.log(`${response.statusCode} ${response.body}`)

const features = {
  async trailers() {
    const response = await ask('/trailers')
    show(response)
    const fields = response.rawTrailers
    for (let i = 0; i < fields.length; i += 2) console.log(`${fields[i].toLowerCase()}: ${fields[i + 1]}`)
  },

  async events() {
    for (const path of ['/closed', '/open']) console.log(await printLines(path))
  },

  async ranges() {
    await showRange('2-4')
    await showRange('0-1,4-5')
    await showRange('20-')
    await showRange('2-4', { 'If-Range': '"v1"' })
    await showRange('2-4', { 'If-Range': '"v0"' })
  },

  async interim() {
    show(await ask('/hints'))
    show(await ask('/upload', { method: 'POST', headers: { Expect: '100-continue' }, body: 'hello' }))
  },

  async compressed() {
    for (const [coding, decode] of [['gzip', zlib.gunzipSync], ['deflate', zlib.inflateSync]]) {
      const { body } = await ask('/' + coding)
      console.log(`${coding} as sent: ${body.subarray(0, 2).toString('hex')}`)
      console.log(`${coding} decoded: ${decode(body)}`)
    }
  },
}

/// Prints the lines of a response as they come, and returns how it ended.
async function printLines(path) {
  const response = await ask(path, { readsBody: false })
  let rest = ''
  for await (const piece of response) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      console.log(line)
      if (path === '/open' && line === 'data: {"a":1}') return 'left'
    }
  }
  return 'ended'
}

async function showRange(value, fields) {
  const { statusCode, headers, body } = await ask('/range', { headers: { Range: 'bytes=' + value, ...fields } })
  const [type, boundary] = (headers['content-type'] ?? '').split('; boundary=')
  if (boundary) {
    console.log(statusCode, type)
    process.stdout.write(body.toString().replaceAll(boundary, 'B').replaceAll('\r', ''))
  } else {
    console.log([statusCode, headers['content-range'], body.toString()].filter(Boolean).join(' '))
  }
}

features[process.argv[2]]().catch(error => {
  console.error(error)
  process.exitCode = 1
})
