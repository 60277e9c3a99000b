import Router from '@koa/router'
import Koa, { type Context, type Middleware, type Next } from 'koa'
import type { Logger } from 'pino'
import { DomainError } from '../../domain/errors.ts'
import type { AdmitCaller } from '../../use-cases/admit-caller.ts'
import { mountDocs } from './docs/docs-routes.ts'
import { EdgeError } from './errors.ts'
import { guard } from './guard.ts'
import { openApiDocument } from './openapi.ts'
import { requestLog } from './request-log.ts'
import type { Route } from './route.ts'

export const apiPrefix = '/api/v1'

export interface AppOptions {
  readonly logger: Logger
  readonly publicApiUrl: string
  readonly admitCaller: AdmitCaller
  /** Below /api/v1. */
  readonly versioned: readonly Route[]
  /** At the root. */
  readonly operational: readonly Route[]
}

export function createApp({ logger, publicApiUrl, admitCaller, versioned, operational }: AppOptions): Koa {
  const router = new Router()
  mount(router, apiPrefix, versioned, admitCaller)
  mount(router, '', operational, admitCaller)
  mountDocs(router, openApiDocument({ publicApiUrl, apiPrefix, versioned, operational }))

  const app = new Koa()
  // Koa prints what reaches it; everything that goes wrong has its line in the log already.
  app.silent = true
  app.use(requestLog(logger) as Middleware)
  app.use(plainHeaders)
  app.use(router.routes() as unknown as Middleware)
  app.use(unmatched(router))
  return app
}

function mount(router: Router, prefix: string, routes: readonly Route[], admitCaller: AdmitCaller): void {
  for (const route of routes) {
    const path = prefix + route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const guarded = guard(route, admitCaller)
    router.register(
      path,
      [route.method.toLowerCase()],
      [
        (ctx, next) => {
          ctx.state['route'] = prefix + route.path
          return guarded(ctx, next)
        },
      ],
    )
  }
}

function plainHeaders(ctx: Context, next: Next): Promise<unknown> {
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', 'no-store')
  return next()
}

/** Another method on a path that exists is told which ones it has; everything else is not there. */
function unmatched(router: Router): Middleware {
  return async (ctx) => {
    if (ctx.status !== 404 || ctx.body !== undefined) return
    const { path } = router.match(ctx.path, ctx.method)
    const allowed = [...new Set(path.flatMap((layer) => layer.methods))]
    if (allowed.length === 0) throw new DomainError('NOT_FOUND', { message: 'There is nothing at this path' })
    if (allowed.includes(ctx.method)) throw new DomainError('NOT_FOUND')
    const allow = allowed.toSorted().join(', ')
    if (ctx.method !== 'OPTIONS') throw new EdgeError('METHOD_NOT_ALLOWED', {}, { Allow: allow })
    ctx.set('Allow', allow)
    ctx.status = 204
  }
}
