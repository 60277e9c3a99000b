import { createServer, type RequestOptions, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DemoSignIns } from '../../../src/use-cases/account/demo/demo-sign-ins.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the sign-in to the demo', () => {
  let world: World
  let open: Api
  let shut: Api

  beforeAll(async () => {
    world = await createWorld()
    open = await createApi(world, { demoUserId: world.demo.userId ?? null })
    shut = await createApi(world)
  })
  afterAll(async () => {
    await open.close()
    await shut.close()
    await world.close()
  })

  describe('behind a proxy on the same machine', () => {
    const proxies: Server[] = []
    afterAll(async () => {
      for (const one of proxies) {
        one.closeAllConnections()
        await new Promise((done) => one.close(done))
      }
    })

    /** Starts a proxy for the test that forwards requests without the headers that would reveal it. */
    async function proxy(changes: (headers: Record<string, unknown>) => RequestOptions): Promise<string> {
      const { hostname, port } = new URL(open.url)
      const server = createServer((incoming, outgoing) => {
        const { method = 'GET', url = '/', headers } = incoming
        const onward = request(
          { hostname, port, method, path: url, ...changes({ ...headers }) },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(outgoing)
          },
        )
        incoming.pipe(onward)
      })
      proxies.push(server)
      await new Promise<void>((done) => {
        server.listen(0, '127.0.0.1', done)
      })
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const signInThrough = async (url: string) =>
      (await fetch(`${url}/api/v1/auth/demo`, { method: 'POST' })).status

    it('is closed if the proxy forwards the name that the visitor used', async () => {
      const url = await proxy((headers) => ({ headers: { ...headers, host: 'spindle.example.com' } }))
      expect(await signInThrough(url)).toBe(404)
    })

    it('is closed if the proxy sends the name of this machine, as a bare proxy_pass does', async () => {
      const host = new URL(open.url).host
      const url = await proxy((headers) => ({
        agent: false,
        headers: { ...headers, host, connection: 'close' },
      }))
      expect(await signInThrough(url)).toBe(404)
    })

    it('is open to this machine, without a proxy', async () => {
      expect(await signInThrough(open.url)).toBe(200)
    })
  })

  describe('with the link that a start prints', () => {
    const linked = async () => (await world.container.get(DemoSignIns).createLink()) ?? ''
    const follow = (link: string) =>
      shut.ask('/api/v1/auth/demo/link', { method: 'POST', json: { token: link.split('#')[1] ?? '' } })

    it('opens once, and signs in', async () => {
      const link = await linked()
      const first = await follow(link)
      expect([first.status, first.body['user']]).toEqual([
        200,
        expect.objectContaining({ id: world.demo.userId }),
      ])
      expect(first.headers.get('set-cookie')).toContain(`spindle_session=${String(first.body['token'])};`)
      const second = await follow(link)
      expect([second.status, second.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    })

    it('opens one session when eight visitors follow the link at once', async () => {
      const link = await linked()
      const replies = await Promise.all(Array.from({ length: 8 }, () => follow(link)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it('is closed after 30 minutes, and for an invalid link', async () => {
      const link = await linked()
      const now = world.clock.now()
      world.clock.set(new Date(now.getTime() + 30 * 60_000).toISOString())
      expect((await follow(link)).status).toBe(400)
      world.clock.set(now.toISOString())
      for (const wrong of ['', '#dmo_x', '#rst_000000000000000000000000000000000000'])
        expect((await follow(wrong)).status).toBe(400)
    })

    it('is closed after the demo has a password, and no further link is created', async () => {
      const link = await linked()
      const post = (path: string, json: object) => shut.ask(`/api/v1/auth${path}`, { method: 'POST', json })
      await post('/password-reset', { email: 'demo@example.com' })
      const token = /reset-password#(rst_\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1]
      const password = 'quite another horse battery'
      expect((await post('/password-reset/confirm', { token, password })).status).toBe(204)
      expect((await follow(link)).status).toBe(400)
      expect(await world.container.get(DemoSignIns).createLink()).toBeNull()
    })
  })
})
