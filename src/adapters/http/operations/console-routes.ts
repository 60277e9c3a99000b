import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Router } from '@koa/router'
import type { Context, Middleware, Next } from 'koa'
import { organizationLanguage } from '../../../domain/public-urls.ts'
import { isLanguage, type Language } from '../../../domain/text/language.ts'
import type { Texts } from '../../../domain/text/texts.ts'
import { FixedContent } from '../fixed-content.ts'
import { pagesOn, strictHeaders, withNonce } from '../page.ts'
import { pageTextsFor } from '../text/page-texts.ts'

/** The placeholder in the built pages that is replaced by the nonce of each page. */
const placeOfNonce = 'NONCE_OF_THE_PAGE'
/** The placeholder in the built page that is replaced by what the page shows before its scripts have loaded. */
const placeOfOpening = 'OPENING_OF_THE_PAGE'

/** The cookie in which the console stores what its next page shows before the scripts have loaded. */
const openingCookie = /(?:^|;\s*)spindle_opening=([a-z.-]*)/
const openingWords = ['signed-in', 'test', 'light', 'dark']
/** The pages that the console shows without its frame, even to signed-in people. */
const withoutFrame =
  /^\/(?:sign-up|join|forgot-password|reset-password|own-organization|change-address|demo)$/

/**
 * The content security policy of the console, which forbids inline scripts and other hosts. `style`
 * attributes are allowed, because the sandboxed message previews use them.
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

/**
 * Mounts the built files of the console. Their names contain a digest of their content, so browsers may cache
 * them forever.
 */
export function mountConsoleFiles(router: Router, directory: string): void {
  const serve = pagesOn(router)
  const files = new Map<string, FixedContent>()
  serve('/assets/:name', (ctx, next) => {
    const { name } = (ctx as unknown as { params: { name: string } }).params
    return sent(join('assets', name), 'public, max-age=31536000, immutable', ctx, next)
  })
  serve('/favicon.svg', (ctx, next) => sent('favicon.svg', 'public, max-age=3600', ctx, next))

  /**
   * Sends a file of the console, from memory after its first request. A file that does not exist is left to the handler
   * for unknown paths.
   */
  async function sent(path: string, caching: string, ctx: Context, next: Next): Promise<unknown> {
    const file = files.get(path) ?? (await read(path, caching))
    if (file === null) return next()
    files.set(path, file)
    return file.send(ctx)
  }

  async function read(path: string, caching: string): Promise<FixedContent | null> {
    const [, name = ''] = /^(?:assets\/)?([\w-][\w.-]*)$/.exec(path) ?? []
    if (name === '' || /\.(?:br|gz)$/.test(name)) return null
    return FixedContent.ofBuiltFile(join(directory, path), caching)
  }
}

/**
 * Returns middleware that answers every unknown address with the page of the console, which has its own
 * addresses. Clients that do not accept HTML get a 404.
 */
export function consolePages(directory: string): Middleware {
  const page = async (ctx: Context): Promise<void> => {
    ctx.state['route'] = '/*'
    await withNonce(ctx, () =>
      strictHeaders(policy)(ctx, async () => {
        // The page of the console is read for each request, because it names files that a build beside a
        // running service replaces.
        const html = await readFile(join(directory, 'index.html'), 'utf8')
        ctx.type = 'html'
        sendCompressed(
          ctx,
          inLanguage(pageTextsFor(ctx.headers, '', languageOfLink(ctx)), html)
            .replaceAll(placeOfNonce, String(ctx.state.nonce))
            .replace(placeOfOpening, openingOf(ctx.path, ctx.get('cookie'))),
        )
      }),
    )
  }
  return (ctx: Context, next: Next) =>
    ctx.status === 404 && ctx.body === undefined && opensPage(ctx) ? page(ctx) : next()
}

/** Returns the language of the organization that a link in an e-mail names; English if it names none. */
function languageOfLink({ search }: Context): Language {
  const code = new URLSearchParams(search).get(organizationLanguage) ?? ''
  return isLanguage(code) ? code : 'en'
}

/** Translates the texts that the page shows before its scripts have loaded. */
function inLanguage({ language, t }: Texts, html: string): string {
  if (language === 'en') return html
  return html
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replaceAll('Opening Spindle', t('Opening Spindle'))
    .replace(
      'The console needs JavaScript. The API does not: see /docs.',
      t('The console needs JavaScript. The API does not: see /docs.'),
    )
}

/**
 * Sends a page compressed, if the client accepts that. A third of the bytes arrive sooner on a slow line, and
 * compressing them takes 0.05 ms.
 */
function sendCompressed(ctx: Context, html: string): void {
  ctx.vary('Accept-Encoding')
  const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isCompressed) ctx.set('Content-Encoding', 'gzip')
  ctx.body = isCompressed ? gzipSync(html) : html
}

/**
 * Returns the words that say how a page looks before its scripts have loaded: "signed-in" for the frame of the console,
 * "test" for that of test mode, and the colour scheme if the person has chosen one.
 */
function openingOf(path: string, cookies: string): string {
  const words = openingCookie.exec(cookies)?.[1]?.split('.') ?? []
  const known = openingWords.filter((word) => words.includes(word))
  return (
    withoutFrame.test(path) ? known.filter((word) => word !== 'signed-in' && word !== 'test') : known
  ).join(' ')
}

function opensPage(ctx: Context): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false
  if (ctx.path.startsWith('/api/') || ctx.path.startsWith('/assets/')) return false
  // A program that tries the address of the service, such as curl, gets the page too.
  return ctx.path === '/' || ctx.get('accept').includes('text/html')
}
