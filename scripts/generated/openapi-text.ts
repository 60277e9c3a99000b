import pino from 'pino'
import { serve } from '../../src/adapters/http/server.ts'
import { createHttpApp } from '../../src/composition/http.ts'
import { createService } from '../../src/composition/service.ts'
import { readConfig } from '../../src/config.ts'

/** A database URL at which no server listens. The route of the OpenAPI document reads no database. */
const noDatabase = 'postgres://127.0.0.1:1/none'

/** Returns the OpenAPI document as the service serves it. */
export async function openApiText(): Promise<string> {
  const config = readConfig({ SESSION_SECRET: 'for a service that keeps nothing at all' })
  const logger = pino({ level: 'silent' })
  const service = createService(config, noDatabase, logger)
  const server = await serve(createHttpApp(service.container, config, logger), { host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${server.port}/openapi.json`)
  const text = await response.text()
  await server.close()
  await service.close()
  return text
}
