import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { FixedContent, once } from '../fixed-content.ts'
import { pageHeaders, pagesOn } from '../page.ts'
import { docsEntrance } from './docs-entrance.ts'
import { docsBar, docsScript, docsStyle, mark } from './docs-style.ts'
import { errorsPage, errorsStyle } from './errors-page.ts'
import { operationsOf } from './searched-operations.ts'

const require = createRequire(import.meta.url)
const swaggerPackage = require.resolve('swagger-ui-dist/package.json')
const { version } = require(swaggerPackage) as { version: string }
const assets = `/docs/assets/${version}`

/**
 * The files of swagger-ui by the names under which the documentation page requests them. The package has only
 * one build of each file.
 */
const assetFiles: Readonly<Record<string, string>> = {
  'swagger-ui.min.css': 'swagger-ui.css',
  'swagger-ui-bundle.js': 'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js': 'swagger-ui-standalone-preset.js',
  'favicon.png': 'favicon-32x32.png',
}

/** The script of the page, which the browser loads as it is. */
const pageScript = new URL('./browser/docs-page.mjs', import.meta.url)

export interface DocsOptions {
  readonly documentOf: DocumentOf
  readonly hasConsole: boolean
  /** The folder of the built guide, which may be absent. */
  readonly guideFolder: string
}

type DocumentOf = (pause: () => Promise<void>) => Promise<object>

/** Lets other requests go first. */
const pause = (): Promise<void> => setImmediate()

/**
 * Mounts the OpenAPI document and two pages about it, which load nothing from other hosts. Each is built at its first
 * request, and every later request is answered from memory. The first page is the entrance to the guide, too.
 */
export function mountDocs(router: Router, { documentOf, hasConsole, guideFolder }: DocsOptions): void {
  const page = swaggerPage(docsBar(hasConsole) + docsEntrance(hasConsole), guideFolder)
  const serve = pagesOn(router)
  const fixed = (path: string, create: () => Promise<FixedContent>, ...headers: readonly Middleware[]) => {
    const content = once(create)
    serve(path, ...headers, async (ctx) => (await content()).send(ctx))
  }

  fixed('/openapi.json', async () =>
    FixedContent.of('application/json', await jsonOf(await documentOf(pause))),
  )
  fixed('/docs/operations.json', async () =>
    FixedContent.of('application/json', JSON.stringify(operationsOf(await documentOf(pause)))),
  )
  serve('/docs', ...pageHeaders, page)
  fixed('/docs/errors', () => FixedContent.of('html', errorsPage()), ...pageHeaders)
  fixed('/docs/assets/errors.css', () => FixedContent.of('css', errorsStyle))
  fixed('/docs/assets/docs.css', () => FixedContent.of('css', docsStyle))
  fixed('/docs/assets/docs.js', async () => FixedContent.of('js', await readFile(pageScript)))
  fixed('/docs/assets/mark.svg', () => FixedContent.of('svg', mark))
  for (const [name, file] of Object.entries(assetFiles)) {
    const read = async () => readFile(join(dirname(swaggerPackage), file))
    fixed(`${assets}/${name}`, async () =>
      FixedContent.of(extname(name), await read(), 'public, max-age=31536000, immutable'),
    )
  }
}

/** The depth at which parts of the OpenAPI document are small: an operation, or one named schema. */
const depthOfParts = 3

/** Returns a document as JSON. Pauses between its parts, because all of it takes 20 ms. */
async function jsonOf(value: unknown, depth = 0): Promise<string> {
  if (depth === depthOfParts || typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (depth === depthOfParts) await pause()
    return JSON.stringify(value)
  }
  const parts: string[] = []
  for (const [name, part] of Object.entries(value))
    if (part !== undefined) parts.push(`${JSON.stringify(name)}:${await jsonOf(part, depth + 1)}`)
  return `{${parts.join(',')}}`
}

/**
 * Returns the page of koa2-swagger-ui in the style of the console. Fonts from other hosts and inline styles
 * are removed, and its scripts get a nonce.
 */
function swaggerPage(top: string, guideFolder: string): Middleware {
  const template = once(() => swaggerTemplate(top))
  return async (ctx) => {
    const html = await template()
    ctx.type = 'html'
    ctx.body = html
      .replaceAll(placeOfNonce, `nonce="${String(ctx.state.nonce)}"`)
      .replace('<button data-guide', (await hasGuide(guideFolder)) ? '<button' : '<button hidden')
  }
}

/** Returns whether the guide is built. Its search finds operations, too; the page itself only filters them. */
async function hasGuide(folder: string): Promise<boolean> {
  return access(join(folder, 'search.json.br')).then(
    () => true,
    () => false,
  )
}

/** The placeholder in the page of the API reference that is replaced by the nonce of each answer. */
const placeOfNonce = 'nonce-of-the-answer'

async function swaggerTemplate(top: string): Promise<string> {
  const render = await swaggerRenderer()
  const rendered: Pick<Context, 'body'> = { body: '' }
  await render(rendered as Context, async () => {})
  return String(rendered.body)
    .replace(
      /<link href="https:\/\/fonts[^>]*>/,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
    )
    .replace(' style="position:absolute;width:0;height:0"', ' width="0" height="0" class="symbols"')
    .replace('</head>', '<link rel="stylesheet" href="/docs/assets/docs.css"></head>')
    .replace('</body>', '<script type="module" src="/docs/assets/docs.js"></script></body>')
    .replace(/<body[^>]*>/, (body) => `${body}<script>${docsScript}</script>${top}`)
    .replaceAll('<script', `<script ${placeOfNonce}`)
    .replaceAll('<style', `<style ${placeOfNonce}`)
}

async function swaggerRenderer(): Promise<Middleware> {
  // Loads koa2-swagger-ui at the first request. Loading it with Handlebars and Lodash takes 50 ms and 10 MB.
  const { koaSwagger } = await import('koa2-swagger-ui')
  return koaSwagger({
    routePrefix: false,
    title: 'Spindle API',
    swaggerCdnUrl: '/docs/assets',
    swaggerVersion: version,
    favicon: `${assets}/favicon.png`,
    hideTopbar: true,
    swaggerOptions: {
      url: '/openapi.json',
      // Keeps the page of the API documentation from storing the API key in the browser, where the next
      // person at the machine could use it.
      persistAuthorization: false,
      displayRequestDuration: true,
      // Draws the operations of a tag when it is opened. All 250 would take seconds on a slow machine.
      docExpansion: 'none',
      // Lets the search of the guide link to an operation.
      deepLinking: true,
      // Names the plugin of docs-page.mjs, which the template writes into its list of plugins.
      plugins: 'window.SpindleDocs',
      defaultModelsExpandDepth: -1,
      // Turns off the validator badge of swagger-ui, an image that the page would fetch from another host.
      validatorUrl: null,
    },
  } as unknown as Parameters<typeof koaSwagger>[0])
}
