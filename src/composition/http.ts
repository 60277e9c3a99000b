import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { OpenIdCookie } from '../adapters/http/account/open-id/open-id-cookie.ts'
import { createApp } from '../adapters/http/app.ts'
import { SessionCookie } from '../adapters/http/request/caller/session-cookie.ts'
import { type Services, services } from '../adapters/http/services.ts'
import { CellSignature } from '../adapters/security/cell-signature.ts'
import type { HttpOptions } from './feature.ts'
import { system } from './features/system.ts'
import { features } from './features.ts'
import { resolve } from './provide.ts'

/**
 * Returns the directory of the built console; null if the console was not built. `npm start` and `npm run
 * api` build it.
 */
function builtConsole(): string | null {
  const directory = fileURLToPath(new URL('../../console/dist', import.meta.url))
  return existsSync(`${directory}/index.html`) ? directory : null
}

/** Returns the use cases, ports and settings that routes read. A service is created when it is first read. */
export function servicesOf(
  container: Container,
  { publicApiUrl, cells, demoUserId = null, selfServePlans }: HttpOptions,
): Services {
  return Object.assign(resolve(container, services), {
    cookie: new SessionCookie(publicApiUrl),
    stateCookie: new OpenIdCookie(publicApiUrl),
    hasOtherCells: cells !== null,
    demoUserId,
    selfServePlans,
  })
}

/** Creates the application with all routes of the service, over one container. */
export function createHttpApp(
  container: Container,
  options: HttpOptions,
  logger: Logger,
): ReturnType<typeof createApp> {
  const { publicApiUrl, trustedProxies, cells, siblings = null } = options
  const provided = servicesOf(container, options)
  return createApp({
    services: provided,
    consoleDirectory: builtConsole(),
    guide: {
      site: fileURLToPath(new URL('../../scripts/site/dist', import.meta.url)),
      docs: fileURLToPath(new URL('../../docs', import.meta.url)),
    },
    logger,
    cellSignature: cells === null ? null : new CellSignature(cells.secret),
    publicApiUrl,
    trustedProxies,
    siblings,
    hot: features.flatMap((feature) => feature.publicRoutes?.(provided) ?? []),
    versioned: features.flatMap((feature) => feature.routes?.(provided) ?? []),
    operational: system.routes?.(provided) ?? [],
  })
}
