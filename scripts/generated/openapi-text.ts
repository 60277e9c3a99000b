import pino from 'pino'
import { serve } from '../../src/adapters/http/server.ts'
import { createContainer } from '../../src/composition/container.ts'
import { createHttpApp } from '../../src/composition/http.ts'
import { memory } from '../../src/composition/memory.ts'
import { readConfig } from '../../src/config.ts'

/** Returns the OpenAPI document as the service serves it. */
export async function openApiText(): Promise<string> {
  const config = readConfig({ SESSION_SECRET: 'for a service that keeps nothing at all' })
  const app = createHttpApp(createContainer(config, memory), config, pino({ level: 'silent' }))
  const server = await serve(app, { host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${server.port}/openapi.json`)
  const text = await response.text()
  await server.close()
  return text
}
