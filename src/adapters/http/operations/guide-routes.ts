import { extname, join } from 'node:path'
import type { Router } from '@koa/router'
import type { Context, Next } from 'koa'
import { FixedContent } from '../fixed-content.ts'
import { pagesOn, strictHeaders } from '../page.ts'
import { plainPage } from '../plain-page.ts'

/** The path of the guide, on which its pages were built to be. */
const place = '/docs/guide'

/** The content security policy of the guide: files of this service, no inline code and no other host. */
const policy = () => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
})

/** The media types of the files of the guide whose extensions Koa does not name, or names otherwise. */
const types: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.cfg': 'text/plain; charset=utf-8',
  '.ini': 'text/plain; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
}

/** Matches the paths of files in the guide: no name begins with a point, so no path leads out of its folder. */
const pathOfFile = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/**
 * Mounts the built site of the guide. Each file is read at its first request and stays in memory. Without a built site,
 * its address says how to build it.
 */
export function mountGuide(router: Router, directory: string): void {
  const serve = pagesOn(router)
  const files = new Map<string, FixedContent>()
  const headers = strictHeaders(policy)
  serve(place, headers, async (ctx, next) => (await sent('index.html', ctx, next)) ?? notBuilt(ctx))
  serve(`${place}/*path`, headers, (ctx, next) => {
    const path = ctx.path.slice(place.length + 1)
    if (path.endsWith('/') && pathOfFile.test(path.slice(0, -1)))
      return ctx.redirect(`${place}/${path.slice(0, -1)}`)
    return sent(extname(path) === '' ? `${path}.html` : path, ctx, next)
  })

  /** Sends a file of the guide. A file that does not exist is left to the handler for unknown paths. */
  async function sent(path: string, ctx: Context, next: Next): Promise<unknown> {
    const file = files.get(path) ?? (await read(path))
    if (file === null) return path === 'index.html' ? null : next()
    files.set(path, file)
    file.send(ctx)
    return file
  }

  async function read(path: string): Promise<FixedContent | null> {
    if (!pathOfFile.test(path)) return null
    // The names of the files that Astro writes contain a digest, except for the classes of `style` attributes.
    const isNamedByDigest = path.startsWith('_astro/') && !path.endsWith('/attributes.css')
    const caching = isNamedByDigest ? 'public, max-age=31536000, immutable' : 'no-cache'
    return FixedContent.ofPackedFile(join(directory, path), caching, types[extname(path)])
  }
}

function notBuilt(ctx: Context): void {
  ctx.status = 404
  ctx.type = 'html'
  ctx.body = plainPage(
    'The guide is not built',
    'Run <code>npm run guide</code> in the folder of Spindle, and load this page again. The same pages are in the folder <code>docs</code>.',
  )
}
