import { randomBytes } from 'node:crypto'
import type { Router, RouterMiddleware } from '@koa/router'
import type { Context, Middleware, Next } from 'koa'
import helmet from 'koa-helmet'

/** Returns a function that mounts pages for people. Pages are not part of the documented API. */
export function pagesOn(router: Router): (path: string, ...middleware: readonly Middleware[]) => void {
  return (path, ...middleware) => {
    router.get(path, named(path), ...(middleware as unknown as RouterMiddleware[]))
  }
}

/** Sets the name of a page's route, under which the log lists the request. */
function named(path: string): RouterMiddleware {
  return (ctx, next) => {
    ctx.state['route'] = path
    return next()
  }
}

export async function withNonce(ctx: Context, next: Next): Promise<void> {
  ctx.state.nonce = randomBytes(16).toString('base64url')
  await next()
}

type Policy = (nonce: string) => Readonly<Record<string, readonly string[]>>

/**
 * Returns middleware that sets the security headers of a page. The content security policy is built with the
 * nonce of the page.
 */
export function strictHeaders(policy: Policy): (ctx: Context, next: Next) => Promise<unknown> {
  return (ctx, next) => {
    const headers = helmet({
      // Does not send Strict-Transport-Security. The service speaks HTTP, and only the proxy in front of it
      // knows whether there is HTTPS.
      strictTransportSecurity: false,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: policy(`'nonce-${String(ctx.state.nonce)}'`),
      },
    })
    return headers(ctx, next) as Promise<unknown>
  }
}

const policy: Policy = (nonce) => ({
  defaultSrc: ["'none'"],
  scriptSrc: [nonce],
  styleSrc: ["'self'", nonce],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
})

/**
 * Middleware that sets the security headers of a page. The page reaches only this service and runs only its
 * own scripts.
 */
export const pageHeaders: readonly Middleware[] = [withNonce, strictHeaders(policy)]
