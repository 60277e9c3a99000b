import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { type HttpServer, serve } from '../adapters/http/server.ts'
import type { Config } from '../config.ts'
import { StartFault } from '../process/start-fault.ts'
import { createHttpApp } from './http.ts'

export async function startApi(
  container: Container,
  config: Config,
  logger: Logger,
  demoUserId: string | null = null,
): Promise<HttpServer> {
  try {
    const server = await serve(createHttpApp(container, { ...config, demoUserId }, logger), config)
    logger.info({ host: config.host, port: server.port }, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartFault(
      `Port ${config.port} is taken. Set PORT to another one, or stop what listens there.`,
      { cause: error },
    )
  }
}
