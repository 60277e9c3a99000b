import { connect, type Socket } from 'node:net'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly clients: number
  readonly seconds: number
  /** Gives each request an Idempotency-Key of its own. */
  readonly keyed?: boolean
}

export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly acknowledged: number
  readonly refused: number
}

let keys = 0

/**
 * Keeps each client sending its next request as soon as the last one is answered. Written on bare
 * sockets, because it shares two cores with what it measures: autocannon took 18 µs of each request,
 * a fifth of what the service, the database and it spend together, and so measured itself.
 */
export async function load(options: Load): Promise<Figures> {
  const latencies: number[] = []
  const counts = { acknowledged: 0, refused: 0 }
  const started = performance.now()
  const until = started + options.seconds * 1000
  await Promise.all(
    Array.from({ length: options.clients }, () =>
      runClient(options, until, (status, ms) => {
        if (status >= 200 && status < 300) counts.acknowledged++
        else counts.refused++
        latencies.push(ms)
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { ...counts, perSecond: counts.acknowledged / seconds, p50: at(0.5), p99: at(0.99) }
}

function runClient(options: Load, until: number, note: (status: number, ms: number) => void): Promise<void> {
  const { hostname, port } = new URL(options.url)
  return new Promise((done, fail) => {
    const request = requestMaker(options)
    let sentAt = 0
    let received = ''
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true }, send)
    socket.setEncoding('latin1')
    socket.on('error', fail)
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk
      const end = endOfResponse(received)
      if (end === -1 || received.length < end) return
      note(Number(received.slice(9, 12)), performance.now() - sentAt)
      received = ''
      if (performance.now() < until) send()
      else socket.end(done)
    })

    function send(): void {
      sentAt = performance.now()
      socket.write(request())
    }
  })
}

/** Where the response ends, or -1 while its headers are not complete. */
function endOfResponse(received: string): number {
  const headers = received.indexOf('\r\n\r\n')
  if (headers === -1) return -1
  const [, length = '0'] = /content-length: (\d+)/i.exec(received) ?? []
  return headers + 4 + Number(length)
}

function requestMaker({ url, headers, body = '', keyed = false }: Load): () => string | Buffer {
  const { pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  if (keyed) return () => `${head}idempotency-key: bench-${process.pid}-${keys++}\r\n\r\n${body}`
  const whole = Buffer.from(`${head}\r\n${body}`)
  return () => whole
}
