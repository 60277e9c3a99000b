import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import Koa from 'koa'
import { type HttpServer, serve } from '../../src/adapters/http/server.ts'
import { type Api, createApi } from '../support/api.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

describe('requests that are pipelined on one connection', () => {
  let server: HttpServer
  let begun: string[] = []
  let working = 0
  let maxAtOnce = 0
  beforeAll(async () => {
    const app = new Koa()
    app.use(async (ctx) => {
      begun.push(ctx.path)
      maxAtOnce = Math.max(maxAtOnce, ++working)
      await setTimeout(10)
      working--
      ctx.body = ctx.path
    })
    server = await serve(app, { host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())

  const open = (count: number) => {
    begun = []
    maxAtOnce = 0
    const socket = connect({ host: '127.0.0.1', port: server.port })
    socket.on('error', () => {})
    socket.write(Array.from({ length: count }, (_, no) => `GET /${no} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    return socket
  }

  it('are answered in order and worked on one at a time', async () => {
    const socket = open(12)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    await until(() => text.includes('\r\n\r\n/11'))
    const paths = Array.from({ length: 12 }, (_, no) => `/${no}`)
    expect([begun, maxAtOnce]).toEqual([paths, 1])
    expect([...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)).toEqual(paths)
    socket.destroy()
  })

  it('are dropped when the connection is cut', async () => {
    const socket = open(50)
    await until(() => begun.length >= 2)
    socket.destroy()
    await setTimeout(50)
    const afterCut = begun.length
    await setTimeout(100)
    expect([begun.length, afterCut < 50]).toEqual([afterCut, true])
  })

  it('end the connection if more than 100 wait', async () => {
    const socket = open(102)
    socket.resume()
    await new Promise((resolve) => {
      socket.once('close', resolve)
    })
    expect(begun).toEqual(['/0'])
  })
})

describe('documents and pages that stay the same', () => {
  let world: World
  let api: Api
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  it.each(['/openapi.json', '/docs/errors', '/docs/assets/docs.css', '/favicon.svg'])(
    '%s has an ETag for each encoding, and is not sent again to a client that has it',
    async (path) => {
      const get = (headers: Record<string, string>) => fetch(api.url + path, { headers })
      const tags = new Set<string>()
      for (const encoding of ['br', 'gzip', 'identity']) {
        const first = await get({ 'accept-encoding': encoding })
        const text = await first.text()
        const etag = first.headers.get('etag') ?? ''
        tags.add(etag)
        expect([first.status, first.headers.get('vary'), text.length > 0]).toEqual([
          200,
          'Accept-Encoding',
          true,
        ])
        const again = await get({ 'accept-encoding': encoding, 'if-none-match': etag })
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      }
      expect(tags.has('')).toBe(false)
    },
  )

  it('are sent whole in every encoding', async () => {
    const texts = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) =>
        (await fetch(`${api.url}/openapi.json`, { headers: { 'accept-encoding': encoding } })).text(),
      ),
    )
    expect(new Set(texts).size).toBe(1)
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ openapi: '3.1.0' })
  })
})
