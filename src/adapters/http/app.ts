import Router from '@koa/router'
import Koa, { type Context, type Middleware, type Next } from 'koa'
import type { Logger } from 'pino'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { type CellSignature, cellSignatureHeader } from '../security/cell-signature.ts'
import { apiPrefix } from './api-prefix.ts'
import { mountUnsubscribePage } from './contact/unsubscribe-page.ts'
import { EdgeError } from './errors.ts'
import type { GuardOptions } from './guard/call.ts'
import { guard } from './guard/guard.ts'
import { type GuardedRoute, hotPaths } from './hot-paths.ts'
import { mountDocs } from './openapi/docs-routes.ts'
import { openApiDocument } from './openapi/document.ts'
import { consolePages, mountConsoleFiles } from './operations/console-routes.ts'
import { type GuideFolders, mountGuide } from './operations/guide-routes.ts'
import { Callers } from './request/caller/callers.ts'
import { type SiblingProcesses, shareRequestCounts } from './request/sibling-processes.ts'
import { TestTime } from './request/test-time.ts'
import { requestLog } from './request-log.ts'
import type { Route } from './route.ts'
import { plainHeaders } from './send-json.ts'
import type { Services } from './services.ts'
import { Traffic } from './traffic.ts'

export interface AppOptions {
  readonly services: Services
  readonly logger: Logger
  readonly publicApiUrl: string
  /**
   * The number of proxies in front of the service. The client's address is taken from their `X-Forwarded-For`
   * header.
   */
  readonly trustedProxies: number
  /** The other server processes at the same port; null if this process is the only one. */
  readonly siblings: SiblingProcesses | null
  /**
   * The routes below /api/v1. `hot` holds the routes of the public API that CRMs call all day, which answer
   * only JSON. `versioned` holds the other routes, such as those of the console.
   */
  readonly hot: readonly Route[]
  readonly versioned: readonly Route[]
  /**
   * Verifies the signature on requests that another cell has forwarded to this one; null if there are no
   * other cells.
   */
  readonly cellSignature: CellSignature | null
  /** The directory of the built console; null if the console was not built, which leaves only the API. */
  readonly consoleDirectory: string | null
  readonly guide: GuideFolders
  /** The routes outside /api/v1, at the root of the host. */
  readonly operational: readonly Route[]
}

/**
 * Creates the Koa application. The routes that programs call most (`hot`) are found without a router, or by a
 * router of their own if the path is spelled unusually. A router tries each of its routes on every request,
 * and the router of the other routes has many.
 */
export function createApp(options: AppOptions): Koa {
  const { services, logger, publicApiUrl, trustedProxies, hot, versioned, operational } = options
  const { consoleDirectory } = options
  const hotRouter = new Router()
  const router = new Router()
  const traffic = new Traffic()
  const callers = new Callers(services.credentials, () => services.timers.elapsedMs() / 1000)
  if (options.siblings !== null) shareRequestCounts(callers, options.siblings)
  const testTime = new TestTime(services, logger)
  const secureCookies = publicApiUrl.startsWith('https:')
  const guarding = { services, traffic, callers, testTime, secureCookies }
  const guardedHot = guardedRoutes(apiPrefix, hot, guarding)
  mount(hotRouter, guardedHot)
  mount(router, guardedRoutes(apiPrefix, versioned, guarding))
  mount(router, guardedRoutes('', operational, guarding))
  const documented = { publicApiUrl, apiPrefix, versioned: [...hot, ...versioned], operational }
  mountUnsubscribePage(router, services, testTime)
  mountDocs(router, {
    documentOf: (pause) => openApiDocument(documented, pause),
    hasConsole: consoleDirectory !== null,
    guideFolder: options.guide.site,
  })
  mountGuide(router, options.guide)
  if (consoleDirectory !== null) mountConsoleFiles(router, consoleDirectory)

  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies })
  // Keeps Koa from printing the errors of requests, because the log already has a line for each one.
  app.silent = true
  app.use(requestLog(logger, traffic, services.metrics) as Middleware)
  if (secureCookies) app.use(onlyByHttps)
  if (options.cellSignature !== null) app.use(ofOtherCells(options.cellSignature, services.clock))
  app.use(hotPaths(guardedHot))
  app.use(hotRouter.routes() as unknown as Middleware)
  app.use(withPlainHeaders)
  app.use(router.routes() as unknown as Middleware)
  if (consoleDirectory !== null) app.use(consolePages(consoleDirectory))
  app.use(unmatched([hotRouter, router]))
  return app
}

function guardedRoutes(prefix: string, routes: readonly Route[], options: GuardOptions): GuardedRoute[] {
  return routes.map((route) => {
    const path = prefix + route.path
    const guarded = guard(route, options)
    const run = (ctx: Context) => {
      ctx.state['route'] = path
      return guarded(ctx)
    }
    return { route, path, run }
  })
}

function mount(router: Router, routes: readonly GuardedRoute[]): void {
  for (const { route, path, run } of routes)
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [route.method.toLowerCase()], [(ctx) => run(ctx)])
}

/**
 * Takes over the client address that another cell signed, and marks the request as forwarded so that it is
 * not forwarded again.
 */
function ofOtherCells(signature: CellSignature, clock: Clock): Middleware {
  return (ctx, next) => {
    const header = ctx.req.headers[cellSignatureHeader]
    const said = typeof header === 'string' ? signature.read(header, ctx.path, clock.now()) : null
    if (said !== null) {
      ctx.state['forwarded'] = true
      ctx.request.ip = said.address
    }
    return next()
  }
}

/** Tells browsers to use only HTTPS with this host for the next 180 days. */
function onlyByHttps({ res }: Context, next: Next): Promise<unknown> {
  res.setHeader('Strict-Transport-Security', 'max-age=15552000')
  return next()
}

/**
 * Sets the security headers and the request id on pages and files, which Koa writes. `sendJson` sets them on
 * JSON answers.
 */
function withPlainHeaders(ctx: Context, next: Next): Promise<unknown> {
  ctx.set(plainHeaders(ctx.state['requestId'] as string))
  return next()
}

/**
 * Answers an unmatched request with 405 and the allowed methods if the path exists for other methods,
 * otherwise with 404.
 */
function unmatched(routers: readonly Router[]): Middleware {
  return async (ctx) => {
    if (ctx.status !== 404 || ctx.body !== undefined) return
    const layers = routers.flatMap((router) => router.match(ctx.path, ctx.method).path)
    const allowed = [...new Set(layers.flatMap((layer) => layer.methods))]
    if (allowed.length === 0)
      throw new DomainError('NOT_FOUND', {
        message: 'There is no route at this path; the page /docs lists the routes of the API',
      })
    if (allowed.includes(ctx.method)) throw new DomainError('NOT_FOUND')
    const allow = allowed.toSorted().join(', ')
    if (ctx.method !== 'OPTIONS') throw new EdgeError('METHOD_NOT_ALLOWED', {}, { Allow: allow })
    ctx.set('Allow', allow)
    ctx.status = 204
  }
}
