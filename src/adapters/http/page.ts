import { randomBytes } from 'node:crypto'
import type { Router, RouterMiddleware } from '@koa/router'
import type { Context, Middleware, Next } from 'koa'
import helmet from 'koa-helmet'

/** Serves what people look at, which is no part of the documented API. */
export function pagesOn(router: Router): (path: string, ...middleware: readonly Middleware[]) => void {
  return (path, ...middleware) => {
    router.get(path, named(path), ...(middleware as unknown as RouterMiddleware[]))
  }
}

/** For the log. */
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

/** The headers of a page, with a content security policy that is given the page's nonce. */
export function strictHeaders(policy: Policy): (ctx: Context, next: Next) => Promise<unknown> {
  return (ctx, next) => {
    const headers = helmet({
      // The service itself speaks HTTP; what is in front of it knows whether there is HTTPS.
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

/** A policy under which a page reaches nothing but this service and runs nothing but its own scripts. */
export const pageHeaders: readonly Middleware[] = [withNonce, strictHeaders(policy)]
