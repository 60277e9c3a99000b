import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Metrics } from '../../../ports/metrics.ts'
import { StartFault } from '../../system/start-fault.ts'

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves the metrics, and nothing else, at a separate address. A runtime process needs it because it has no
 * API; a public API uses it to keep its metrics private.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    metrics.exposition().then(
      ({ contentType, text }) => res.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
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
