import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let api: Api

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(() => world.close())

const open = (path: string, accept = 'text/html,*/*', method = 'GET') =>
  fetch(api.url + path, { method, headers: { accept } })

describe('the console', () => {
  it.each(['*/*', 'application/json', ''])('answers / for programs that accept %j', async (accept) => {
    const { status, headers } = await open('/', accept)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it.each(['/', '/data-tables/5', '/reset-password', '/nowhere'])(
    'is served at %s under a policy that permits no inline script',
    async (path) => {
      const response = await open(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy.match(/unsafe[\w-]*/g)).toEqual(['unsafe-inline'])
      expect(policy).toContain("style-src-attr 'unsafe-inline'")
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(html).toContain('<div id="root">')
      expect(html.match(/<script(?![^>]* src=)/g)).toBeNull()
    },
  )

  it('has a new nonce each time', async () => {
    const nonceOf = async () => /nonce="([^"]+)"/.exec(await (await open('/')).text())?.[1]
    const [first, second] = [await nonceOf(), await nonceOf()]
    expect(first).toMatch(/^[\w-]{22}$/)
    expect(second).not.toBe(first)
  })

  it('consists of compressed files that browsers may cache for ever', async () => {
    const html = await (await open('/')).text()
    const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(parts.length).toBeGreaterThan(1)
    for (const path of parts) {
      const response = await fetch(api.url + path, { headers: { 'accept-encoding': 'br' } })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br'])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(await response.text()).not.toBe('')
    }
  })

  it('loads three files at first, because each further file delays the first paint', async () => {
    const html = await (await open('/')).text()
    const files = [...html.matchAll(/(?:src|href)="\/assets\/[^"]+\.(\w+)"/g)].map(([file, type]) => [
      file,
      type,
    ])
    expect([...new Map(files as [string, string][]).values()].toSorted()).toEqual(['css', 'js', 'js'])
  })

  it('is a page of less than 3 kB, compressed for clients that accept that', async () => {
    const get = (encoding: string) =>
      fetch(`${api.url}/`, { headers: { accept: 'text/html', 'accept-encoding': encoding } })
    const [compressed, plain] = [await get('gzip, br'), await get('identity')]
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(3_000)
    expect(plain.headers.get('content-encoding')).toBeNull()
    const withoutNonce = async (page: Response) => (await page.text()).replaceAll(/nonce="[^"]+"/g, '')
    expect(await withoutNonce(compressed)).toBe(await withoutNonce(plain))
  })

  it('loads less than 250 kB of scripts at first', async () => {
    const html = await (await open('/')).text()
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')
    const sizes = scripts.map(async (path) => {
      const response = await fetch(api.url + path, { headers: { 'accept-encoding': 'gzip' } })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      return Number(response.headers.get('content-length'))
    })
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThan(250_000)
  })

  it('loads less than 60 kB of translations at first, in every language', async () => {
    const html = await (await open('/')).text()
    const [, start = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
    const script = await (await open(start)).text()
    const files = [...new Set(script.match(/first-page-[\w-]+\.js/g))]
    expect(files.length).toBe(3)
    for (const file of files) {
      const response = await fetch(`${api.url}/assets/${file}`, { headers: { 'accept-encoding': 'gzip' } })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      const size = Number(response.headers.get('content-length'))
      expect(size).toBeGreaterThan(10_000)
      expect(size).toBeLessThan(60_000)
    }
  })

  it('shows "Opening Spindle" before its styles and scripts have loaded', async () => {
    const html = await (await open('/')).text()
    expect(html).toContain('Opening Spindle')
    expect(html).toContain('rel="stylesheet" media="print"')
    expect(html.match(/rel="stylesheet"(?! media="print")/g)).toBeNull()
    expect(html.match(/<style(?! nonce="[\w-]{22}")/g)).toBeNull()
  })

  it.each([
    [{ 'accept-language': 'de-AT, en;q=0.5' }, 'de', 'Spindle wird geöffnet'],
    [{ 'accept-language': 'de', cookie: 'a=b; spindle_language=fr' }, 'fr', 'Ouverture de Spindle'],
    [{ 'accept-language': 'nl' }, 'en', 'Opening Spindle'],
  ])('opens in the language that the headers %j ask for', async (headers, language, text) => {
    const html = await (await fetch(api.url, { headers: { ...headers, accept: 'text/html' } })).text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toContain(`aria-label="${text}"`)
  })

  it('leaves unknown paths and requests of programs to the API', async () => {
    const answers = await Promise.all([
      open('/assets/none.js'),
      open('/assets/..%2f..%2f..%2fpackage.json'),
      open('/nowhere', 'application/json'),
      open('/api/v1/nowhere'),
      open('/api/v2/nowhere'),
      open('/nowhere', 'text/html', 'POST'),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ ok: false, code: 'NOT_FOUND' })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('logs no path that may contain a secret', async () => {
    await open('/reset-password/rst_secret')
    expect(JSON.stringify(api.log)).not.toContain('rst_secret')
  })
})
