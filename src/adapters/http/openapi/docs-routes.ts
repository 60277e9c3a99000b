import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Router } from '@koa/router'
import { send } from '@koa/send'
import type { Middleware } from 'koa'
import { pageHeaders, pagesOn } from '../page.ts'
import { docsBar, docsScript, docsStyle, mark } from './docs-style.ts'
import { errorsPage, errorsStyle } from './errors-page.ts'

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

/**
 * Mounts the OpenAPI document and two pages about it, which load nothing from other hosts. The document is
 * built at the first request.
 */
export function mountDocs(router: Router, documentOf: () => object, hasConsole: boolean): void {
  let documentText: string | null = null
  const page = swaggerPage(docsBar(hasConsole))
  const serve = pagesOn(router)

  serve('/openapi.json', (ctx) => {
    ctx.type = 'application/json'
    documentText ??= JSON.stringify(documentOf())
    ctx.body = documentText
  })
  serve('/docs', ...pageHeaders, page)
  serve('/docs/errors', ...pageHeaders, (ctx) => {
    ctx.type = 'html'
    ctx.body = errorsPage()
  })
  serve('/docs/assets/errors.css', (ctx) => {
    ctx.type = 'css'
    ctx.body = errorsStyle
  })
  serve('/docs/assets/docs.css', (ctx) => {
    ctx.type = 'css'
    ctx.body = docsStyle
  })
  serve('/docs/assets/mark.svg', (ctx) => {
    ctx.type = 'svg'
    ctx.body = mark
  })
  serve(`${assets}/:name`, async (ctx, next) => {
    const file = assetFiles[(ctx as unknown as { params: { name: string } }).params.name]
    if (file === undefined) return next()
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    await send(ctx, file, { root: dirname(swaggerPackage) })
  })
}

/**
 * Returns the page of koa2-swagger-ui in the style of the console. Fonts from other hosts and inline styles
 * are removed, and its scripts get a nonce.
 */
function swaggerPage(bar: string): Middleware {
  let render: Middleware | null = null
  return async (ctx, next) => {
    render ??= await swaggerRenderer()
    await render(ctx, next)
    const nonce = `nonce="${String(ctx.state.nonce)}"`
    ctx.body = String(ctx.body)
      .replace(
        /<link href="https:\/\/fonts[^>]*>/,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
      )
      .replace(' style="position:absolute;width:0;height:0"', ' width="0" height="0" class="symbols"')
      .replace('</head>', '<link rel="stylesheet" href="/docs/assets/docs.css"></head>')
      .replace(/<body[^>]*>/, (body) => `${body}<script>${docsScript}</script>${bar}`)
      .replaceAll('<script', `<script ${nonce}`)
      .replaceAll('<style', `<style ${nonce}`)
  }
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
      defaultModelsExpandDepth: -1,
      // Turns off the validator badge of swagger-ui, an image that the page would fetch from another host.
      validatorUrl: null,
    },
  } as unknown as Parameters<typeof koaSwagger>[0])
}
