import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { serveMetrics } from '../adapters/http/operations/metrics-server.ts'
import { type HttpServer, serve } from '../adapters/http/server.ts'
import { StartFault } from '../adapters/system/start-fault.ts'
import type { Config } from '../config.ts'
import { Metrics } from '../ports/metrics.ts'
import type { HttpOptions } from './feature.ts'
import { createHttpApp } from './http.ts'

export async function startApi(
  container: Container,
  config: Config,
  logger: Logger,
  { demoUserId = null, siblings = null }: Pick<HttpOptions, 'demoUserId' | 'siblings'> = {},
): Promise<HttpServer> {
  try {
    const options = { ...config, demoUserId, siblings }
    const server = await serve(createHttpApp(container, options, logger), config)
    logger.info({ host: config.host, port: server.port }, 'The API is listening')
    const { metricsHost, metricsPort, metricsToken } = config
    if (metricsPort === null) return server
    const address = { host: metricsHost, port: metricsPort, token: metricsToken }
    const metrics = await serveMetrics(container.get(Metrics), address).catch(async (error: unknown) => {
      await server.close()
      throw error
    })
    const close = async () => {
      await Promise.all([server.close(), metrics.close()])
    }
    return { port: server.port, close }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartFault(
      `Port ${config.port} is in use. Set PORT to another port, or stop the program that uses it.`,
      { cause: error },
    )
  }
}
