import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import Joi from 'joi'
import Koa, { type Middleware } from 'koa'
import pino from 'pino'
import type { GuardOptions } from '../../../src/adapters/http/guard/call.ts'
import { guard } from '../../../src/adapters/http/guard/guard.ts'
import { Callers } from '../../../src/adapters/http/request/caller/callers.ts'
import { TestTime } from '../../../src/adapters/http/request/test-time.ts'
import { requestLog } from '../../../src/adapters/http/request-log.ts'
import { moveErrorCodes, type Route, route } from '../../../src/adapters/http/route.ts'
import { type HttpServer, serve } from '../../../src/adapters/http/server.ts'
import { Traffic } from '../../../src/adapters/http/traffic.ts'
import { FlexibleThrottle } from '../../../src/adapters/throttle/flexible-throttle.ts'
import { servicesOf } from '../../../src/composition/http.ts'
import { throttleRules } from '../../../src/domain/account/sessions/throttle.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { Throttle } from '../../../src/ports/account/throttle.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { createWorld, type World } from '../../support/world.ts'

const oneAttempt = { attempts: 1, seconds: 3_600 }
const rules = { ...throttleRules, signIn: { ...throttleRules.signIn, perAddress: oneAttempt } }

const probe: Route = route({
  method: 'POST',
  path: '/probes/{name}',
  operationId: 'probes.probe',
  summary: 'Probe the guard',
  description: 'Answers 204 to every request that the guard lets through.',
  tag: 'Test',
  auth: { kind: 'none' },
  responses: { 204: { description: 'The guard let the request through.' } },
  errors: [],
  handle: async () => ({ status: 204 }),
})

describe('the guard of a route', () => {
  let world: World
  const servers: HttpServer[] = []
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
    await world.close()
  })

  it('limits and records attempts on a route that names the cell of a moved organization', async () => {
    const send = await serverOf({ ...probe, throttle: 'signIn', errors: moveErrorCodes })
    expect([await send(), await send(), await send()]).toEqual([204, 429, 429])
    expect(await refusals()).toEqual([{ attempts: 'signIn', countedBy: 'perAddress' }])
  })

  it('limits and records attempts on a route of one cell', async () => {
    const send = await serverOf({ ...probe, throttle: 'signIn' })
    expect([await send(), await send(), await send()]).toEqual([204, 429, 429])
    expect(await refusals()).toEqual([{ attempts: 'signIn', countedBy: 'perAddress' }])
  })

  it('records attempts that the use case of a route refuses, if the guard itself counts none', async () => {
    const throttle = FlexibleThrottle.inMemory(rules)
    const send = await serverOf({
      ...probe,
      handle: async () => {
        await throttle.attempt('signIn', 'perAddress', 'one of the callers')
        return { status: 204 }
      },
    })
    expect([await send(), await send(), await send()]).toEqual([204, 429, 429])
    expect(await refusals()).toEqual([{ attempts: 'signIn', countedBy: 'perAddress' }])
  })

  it('refuses in the order of the documentation: credential, attempts, body', async () => {
    const send = await serverOf({ ...probe, throttle: 'signIn', auth: { kind: 'apiKey', scope: 'ingest' } })
    const broken = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }
    expect(await send(broken)).toBe(401)
    const open = await serverOf({ ...probe, throttle: 'signIn' })
    expect([await open(broken), await open(broken)]).toEqual([400, 429])
  })

  it('lets no slow client of an address delay the attempts of others behind it', async () => {
    const many = {
      ...throttleRules,
      signIn: { ...throttleRules.signIn, perAddress: { attempts: 100, seconds: 60 } },
    }
    const body = { schema: Joi.object({ name: Joi.string() }), limit: 1_000 }
    const send = await serverOf({ ...probe, body, throttle: 'signIn' } as Route, many)
    const port = servers.at(-1)?.port ?? 0
    const head =
      'POST /probes/any HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{'
    const slow = Array.from({ length: 15 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
    for (const socket of slow) socket.write(head)
    await setTimeout(100)
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    const answered = await Promise.race([send(json), setTimeout(1_000, 'nothing')])
    for (const socket of slow) socket.destroy()
    expect(answered).toBe(204)
  })

  /**
   * Starts an HTTP server with one route for the test. Returns a function that sends a request to it and
   * returns the status of the answer.
   */
  async function serverOf(
    of: Route,
    limits: Parameters<typeof FlexibleThrottle.inMemory>[0] = rules,
  ): Promise<(init?: RequestInit) => Promise<number>> {
    const logger = pino({ level: 'silent' })
    const { container } = world
    container.rebind(Throttle).toConstantValue(FlexibleThrottle.inMemory(limits))
    const services = servicesOf(container, world.config)
    const traffic = new Traffic()
    const options: GuardOptions = {
      services,
      traffic,
      secureCookies: false,
      callers: new Callers(services.credentials, () => services.clock.now().getTime() / 1000),
      testTime: new TestTime(services, logger),
    }
    const guarded = guard(of, options)
    const app = new Koa()
    app.silent = true
    app.use(requestLog(logger, traffic, container.get(Metrics)) as Middleware)
    app.use((ctx) => {
      Object.assign(ctx, { params: { token: 'any' } })
      return guarded(ctx)
    })
    const server = await serve(app, { host: '127.0.0.1', port: 0 })
    servers.push(server)
    return async (init = { method: 'POST' }) =>
      (await fetch(`http://127.0.0.1:${server.port}/probes/any`, init)).status
  }

  async function refusals(): Promise<readonly unknown[]> {
    const { items } = await world.container.get(AuditStore).list(anyEntry, { limit: 50, after: null })
    return items.filter(({ action }) => action === 'attempts.refused').map(({ after }) => after)
  }
})
