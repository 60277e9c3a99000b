import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Metrics } from '../../../ports/metrics.ts'
import { StartFault } from '../../system/start-fault.ts'
import { bearerOf } from '../request/caller/callers.ts'
import { RequestTurns } from '../request/request-turns.ts'
import { isSameText } from '../request/same-text.ts'

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

export interface MetricsAddress {
  readonly host: string
  readonly port: number
  /** The bearer token that each request must carry; null if none is required. */
  readonly token: string | null
}

/** The milliseconds for which one text of the metrics answers all requests, because writing it takes 15 ms. */
const freshForMs = 1_000
/** The largest number of open connections. A scraper needs one. */
const maxConnections = 100

/**
 * Serves the metrics, and nothing else, at a separate address, so that a public API keeps its metrics private and a
 * runtime process, which has no API, shows them too.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, token }: MetricsAddress,
): Promise<MetricsServer> {
  const text = latestText(metrics)
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    if (req.method !== 'GET' || req.url !== '/metrics') res.writeHead(404).end()
    else if (token !== null && !isSameText(bearerOf(req.headers.authorization), token))
      res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    else
      text().then(
        ({ contentType, bytes }) => res.writeHead(200, { 'Content-Type': contentType }).end(bytes),
        () => res.writeHead(500).end(),
      )
  }
  const turns = new RequestTurns(answer, maxConnections)
  const server = createServer((req, res) => turns.take(req, res))
  server.on('connection', (socket) => turns.open(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is in use. Set METRICS_PORT to another port, or stop the program that uses it.`
      reject(error.code === 'EADDRINUSE' ? new StartFault(taken, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = promisify(server.close.bind(server))()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns a function that returns the metrics as bytes. All calls within a second get the same bytes. */
function latestText(metrics: Metrics): () => Promise<{ contentType: string; bytes: Buffer }> {
  const read = async () => {
    const { contentType, text } = await metrics.exposition()
    return { contentType, bytes: Buffer.from(text) }
  }
  let latest: ReturnType<typeof read> | null = null
  let readAt = 0
  return () => {
    const now = performance.now()
    if (latest === null || now - readAt >= freshForMs) {
      latest = read()
      readAt = now
    }
    return latest
  }
}
