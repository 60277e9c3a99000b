import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Router } from '@koa/router'
import Koa from 'koa'
import { guidePages } from '../../../console/src/components/guide/guide-pages.ts'
import { mountGuide } from '../../../src/adapters/http/operations/guide-routes.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

const site = fileURLToPath(new URL('../../../scripts/site/dist', import.meta.url))
const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) =>
  statSync(join(site, file)).isFile(),
)
const read = (file: string): string => brotliDecompressSync(readFileSync(join(site, file))).toString()
const pages = files.filter((file) => file.endsWith('.html.br'))

let world: World
let api: Api

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(() => world.close())

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(api.url + path, { headers: { accept: 'text/html,*/*', ...headers }, redirect: 'manual' })

describe('the guide', () => {
  it.each([
    ['/docs/guide', 'text/html; charset=utf-8', 'The guide'],
    ['/docs/guide/use/match-columns', 'text/html; charset=utf-8', 'Match columns'],
    ['/docs/guide/sources/hubspot', 'text/html; charset=utf-8', 'Send a webhook'],
    ['/docs/guide/decisions', 'text/html; charset=utf-8', 'Decisions'],
    ['/docs/guide/use/match-columns.md', 'text/markdown; charset=utf-8', '# Match columns'],
    [
      '/docs/guide/llms.txt',
      'text/plain; charset=utf-8',
      '[Match columns](/docs/guide/use/match-columns.md)',
    ],
    ['/docs/guide/search.json', 'application/json; charset=utf-8', 'match'],
    ['/docs/guide/operate/high-availability/pgbouncer.ini', 'text/plain; charset=utf-8', '[pgbouncer]'],
    ['/docs/guide/images/home.png', 'image/png', 'PNG'],
  ])('serves %s as %s, with an ETag and under a policy without exceptions', async (path, type, words) => {
    const response = await open(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(await response.text()).toContain(words)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self'")
    expect(policy).not.toContain('unsafe')
    const again = await open(path, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it.each(['br', 'gzip', 'identity'])('serves the same page in the encoding %s', async (encoding) => {
    const response = await open('/docs/guide/use/imports', { 'accept-encoding': encoding })
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(await response.text()).toBe(read('use/imports.html.br'))
  })

  it('leads from an address with a slash at the end to the page', async () => {
    const response = await open('/docs/guide/use/imports/')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/guide/use/imports'])
  })

  it.each([
    '/docs/guide/nothing',
    '/docs/guide/use',
    '/docs/guide/.built-from',
    '/docs/guide/..%2f..%2fpackage.json',
    '/docs/guide/%2e%2e/package.json',
    '/docs/guide/use//imports',
  ])('answers 404 at %s', async (path) => {
    expect((await fetch(api.url + path, { headers: { accept: 'application/json' } })).status).toBe(404)
  })

  it('answers a browser at an unknown address with a page that leads to the guide', async () => {
    const response = await fetch(`${api.url}/docs/guide/nothing`, {
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('href="/docs/guide"')
  })

  it('says how to build it if it is not built, and shows the Markdown of its pages', async () => {
    const router = new Router()
    mountGuide(router, { site: '/nowhere', docs })
    const server = new Koa().use(router.routes()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const response = await fetch(`http://127.0.0.1:${port}/docs/guide`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('npm run guide')
    const page = await fetch(`http://127.0.0.1:${port}/docs/guide/use/imports`)
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await page.text()).toMatch(/^# /)
    const markdown = await fetch(`http://127.0.0.1:${port}/docs/guide/use/imports.md`)
    expect(await markdown.text()).toMatch(/^# /)
    const list = await fetch(`http://127.0.0.1:${port}/docs/guide/llms.txt`)
    expect([list.status, await list.text()]).toEqual([404, expect.stringContaining('npm run guide')])
    expect((await fetch(`http://127.0.0.1:${port}/docs/guide/use/nothing`)).status).toBe(404)
    server.close()
  })
})

describe('the built guide', () => {
  it('is smaller than 2 MB', () => {
    expect(files.reduce((sum, file) => sum + statSync(join(site, file)).size, 0)).toBeLessThan(2_000_000)
  })

  it('has a page for each page of docs and each source', () => {
    expect(pages.length).toBeGreaterThan(140)
    for (const page of pages) expect(files).toContain(page.replace('.html.br', '.md.br'))
  })

  it('has every page to which the console links', () => {
    for (const page of Object.keys(guidePages)) expect(files).toContain(`${page}.html.br`)
  })

  it('loads nothing from another host, and has no inline code', () => {
    const bad = pages.flatMap((page) => {
      const html = read(page)
      return [
        ...(html.match(
          /<(?:script|link|img|source|iframe)[^>]*(?:src|href|srcset)="(?:https?:)?\/\/[^"]*"/g,
        ) ?? []),
        ...(html.match(/<script(?![^>]* src=)[^>]*>/g) ?? []),
        ...(html.match(/<style/g) ?? []),
        ...(html.match(/<[^<>]* style="[^"]*"/g) ?? []),
        ...(html.match(/<[^<>]* on\w+="/g) ?? []),
      ].map((fault) => `${page}: ${fault}`)
    })
    const styles = files.filter((file) => file.endsWith('.css.br'))
    expect(bad).toEqual([])
    expect(styles.filter((file) => /url\(\s*["']?(?:https?:)?\/\//.test(read(file)))).toEqual([])
    expect(styles).not.toEqual([])
  })

  it('contains only links that work', () => {
    const anchors = new Map(
      pages.map((page) => [
        page.replace(/(?:^|\/)index\.html\.br$|\.html\.br$/, ''),
        new Set([...read(page).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
      ]),
    )
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/ (?:href|src)="\/docs\/guide\/?([^"#]*)(?:#([^"]*))?"/g)]
        .filter(([, path = '', anchor]) => {
          const ids = anchors.get(path)
          if (ids === undefined) return !files.includes(path) && !files.includes(`${path}.br`)
          return anchor !== undefined && !ids.has(decodeURIComponent(anchor))
        })
        .map(([link]) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })
})
