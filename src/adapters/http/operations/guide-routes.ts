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
  '.txt': 'text/plain; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
}

/** The folders of the guide: the built site, which may be absent, and its pages as Markdown. */
export interface GuideFolders {
  readonly site: string
  readonly docs: string
}

/** Matches the paths of files in the guide: no name begins with a point, so no path leads out of its folder. */
const pathOfFile = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/**
 * Mounts the built site of the guide. Each file is read at its first request and stays in memory. Without a built site,
 * its address says how to build it, and the addresses of its pages, with or without `.md`, show the Markdown of the
 * folder `docs`.
 */
export function mountGuide(router: Router, { site, docs }: GuideFolders): void {
  const serve = pagesOn(router)
  const files = new Map<string, FixedContent>()
  const headers = strictHeaders(policy)
  serve(place, headers, async (ctx) => {
    if (!(await sends('index.html', ctx))) notBuilt(ctx)
  })
  serve(`${place}/*path`, headers, async (ctx, next) => {
    const path = ctx.path.slice(place.length + 1)
    if (path.endsWith('/') && pathOfFile.test(path.slice(0, -1)))
      return ctx.redirect(`${place}/${path.slice(0, -1)}`)
    if (await sends(extname(path) === '' ? `${path}.html` : path, ctx)) return
    if (!pathOfFile.test(path) || (await fileAt('index.html')) !== null) return noPage(ctx, next)
    if (path === 'llms.txt') return listNotBuilt(ctx)
    const file = path.endsWith('.md') ? path : `${path}.md`
    const source = await FixedContent.ofPackedFile(join(docs, file), 'no-cache', types['.txt'])
    return source === null ? noPage(ctx, next) : source.send(ctx)
  })

  /** Sends a file of the site. Returns false if there is no such file. */
  async function sends(path: string, ctx: Context): Promise<boolean> {
    const file = await fileAt(path)
    file?.send(ctx)
    return file !== null
  }

  async function fileAt(path: string): Promise<FixedContent | null> {
    const file = files.get(path) ?? (await read(path))
    if (file !== null) files.set(path, file)
    return file
  }

  async function read(path: string): Promise<FixedContent | null> {
    if (!pathOfFile.test(path)) return null
    // The names of the files that Astro writes contain a digest, except for the classes of `style` attributes.
    const isNamedByDigest = path.startsWith('_astro/') && !path.endsWith('/attributes.css')
    const caching = isNamedByDigest ? 'public, max-age=31536000, immutable' : 'no-cache'
    return FixedContent.ofPackedFile(join(site, path), caching, types[extname(path)])
  }
}

/** Answers a browser with a page that leads to the guide. Other clients get the error of an unknown path. */
async function noPage(ctx: Context, next: Next): Promise<void> {
  if (ctx.accepts('json', 'html') !== 'html') return next()
  ctx.status = 404
  ctx.type = 'html'
  ctx.body = plainPage(
    'This page does not exist',
    `The guide has no page at this address. Its <a href="${place}">first page</a> lists all pages.`,
  )
}

/** Answers a program that reads the list of pages, which is a part of the built site. */
function listNotBuilt(ctx: Context): void {
  ctx.status = 404
  ctx.type = 'text'
  ctx.body = `The guide is not built. Run "npm run guide" in the folder of Spindle. Until then ${place}/index.md lists all pages.\n`
}

function notBuilt(ctx: Context): void {
  ctx.status = 404
  ctx.type = 'html'
  ctx.body = plainPage(
    'The guide is not built',
    `Run <code>npm run guide</code> in the folder of Spindle, and load this page again. Until then, the pages are Markdown: <a href="${place}/index.md">their list</a>.`,
  )
}
