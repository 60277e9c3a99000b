import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Router } from '@koa/router'
import { send } from '@koa/send'
import type { Context, Middleware, Next } from 'koa'
import { pagesOn, strictHeaders, withNonce } from '../page.ts'

/** What the build wrote where the nonce of each page belongs. */
const placeOfNonce = 'NONCE_OF_THE_PAGE'

/**
 * The console's own policy: nothing inline, nothing from elsewhere. Only attributes named `style` are
 * let through, because the messages that it shows in a sandbox are written with them.
 */
const policy = (nonce: string) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", nonce],
  styleSrcAttr: ["'unsafe-inline'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
})

/** The built files of the console: named after what is in them, so that they may be kept for ever. */
export function mountConsoleFiles(router: Router, directory: string): void {
  const serve = pagesOn(router)
  serve('/assets/:name', (ctx, next) => {
    const { name } = (ctx as unknown as { params: { name: string } }).params
    return sent(join('assets', name), 'public, max-age=31536000, immutable', ctx, next)
  })
  serve('/favicon.svg', (ctx, next) => sent('favicon.svg', 'public, max-age=3600', ctx, next))

  /** What is not there is left to what answers everything that is not there. */
  async function sent(path: string, caching: string, ctx: Context, next: Next): Promise<unknown> {
    ctx.vary('Accept-Encoding')
    try {
      await send(ctx, path, { root: directory, setHeaders: (res) => res.setHeader('Cache-Control', caching) })
    } catch (error) {
      const { status = 500 } = error as { status?: number }
      if (status >= 500) throw error
      return next()
    }
    return undefined
  }
}

/**
 * Every address that a browser opens and no route has is a page of the console, which knows its own
 * addresses. Programs, which do not ask for a page, are told that there is nothing.
 */
export function consolePages(directory: string): Middleware {
  const page = async (ctx: Context): Promise<void> => {
    ctx.state['route'] = '/*'
    await withNonce(ctx, () =>
      strictHeaders(policy)(ctx, async () => {
        // Each time anew: it names files that a build beside a running service replaces.
        const html = await readFile(join(directory, 'index.html'), 'utf8')
        ctx.type = 'html'
        ctx.body = html.replaceAll(placeOfNonce, String(ctx.state.nonce))
      }),
    )
  }
  return (ctx: Context, next: Next) =>
    ctx.status === 404 && ctx.body === undefined && opensPage(ctx) ? page(ctx) : next()
}

function opensPage(ctx: Context): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false
  if (ctx.path.startsWith('/api/') || ctx.path.startsWith('/assets/')) return false
  return ctx.get('accept').includes('text/html')
}
