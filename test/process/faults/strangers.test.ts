import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Router } from '@koa/router'
import pino from 'pino'
import { newSecret } from '../../../src/adapters/security/secret.ts'
import { createHttpApp } from '../../../src/composition/http.ts'
import { createWorld } from '../../support/world.ts'
import { Home } from '../spindle-process.ts'

/** The longest time in milliseconds for which a caller without a credential may make another caller wait. */
const maxWaitMs = 200
const connections = 60
const pipelined = 20
/** The milliseconds after which the attacker cuts its connections. */
const cutAfterMs = 150
/** The number of attacks of which the best counts. */
const attempts = 5
/** The number of times that the other caller asks after the cut, when requests without a client may still be worked on. */
const asksAfterCut = 10
/** The number of routes for members that one attack calls, because a stranger is refused at each of them. */
const routesAtOnce = 40

interface MountedRoute {
  readonly method: string
  readonly path: string
}

/** Returns every route that the service mounts, also its pages and files, by watching how it mounts them. */
async function mountedRoutes(): Promise<MountedRoute[]> {
  const world = await createWorld()
  const { register } = Router.prototype
  const mounted: MountedRoute[] = []
  Router.prototype.register = function watched(path, methods, ...rest) {
    for (const method of methods) mounted.push({ method: method.toUpperCase(), path: String(path) })
    return register.call(this, path, methods, ...rest)
  }
  createHttpApp(world.container, world.config, pino({ enabled: false }))
  Router.prototype.register = register
  await world.close()
  return mounted.filter(({ method }) => method !== 'HEAD')
}

/** Returns the path of a route with well-formed values that name nothing. */
function called({ path }: MountedRoute): string {
  return path
    .replaceAll(':token', newSecret(path.includes('channels') ? 'evt' : 'tbl'))
    .replaceAll(/:\w*Id\b/g, crypto.randomUUID())
    .replaceAll(':provider', 'google')
    .replaceAll(/:\w+/g, 'x')
}

/** Returns the bytes of a request without a valid credential, with a body that the route could read. */
function requestTo(route: MountedRoute, more = ''): string {
  const body =
    route.method === 'GET' ? '' : '{"email":"ada@example.com","password":"wrong horse battery staple"}'
  const lines = [
    `${route.method} ${called(route)} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${newSecret('svc')}`,
    'Accept: text/html,*/*',
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ]
  return `${lines.join('\r\n')}\r\n${more}\r\n${body}`
}

let home: Home
let pid: number
let attacker: Worker
let routes: readonly MountedRoute[]

beforeAll(async () => {
  routes = await mountedRoutes()
  home = await Home.prepared()
  pid = (await home.start()).pid
  attacker = new Worker(attacking, { eval: true, workerData: home.port })
  // Calls each page once, because the first requests to a new process are slow even without an attack.
  for (const path of ['/openapi.json', '/docs', '/docs/errors', '/docs/guide', '/']) await ask(path)
})
afterAll(async () => {
  await attacker.terminate()
  await home.remove()
})

async function ask(path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(home.url + path, { headers: { accept: 'text/html,*/*' } })
  await answer.arrayBuffer()
  return performance.now() - begun
}

/** The program of the thread that attacks. The thread of the test would otherwise read megabytes before its own answer. */
const attacking = `
  const { connect } = require('node:net')
  const { parentPort, workerData: port } = require('node:worker_threads')
  let sockets = []
  parentPort.on('message', (texts) => {
    for (const socket of sockets) socket.destroy()
    sockets = texts.map((text) => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.on('error', () => {})
      socket.resume()
      socket.write(text)
      return socket
    })
  })`

/** Opens connections to the service that send the given bytes, and returns a function that cuts them. */
function attack(count: number, textOf: (no: number) => string): () => void {
  attacker.postMessage(Array.from({ length: count }, (_, no) => textOf(no)))
  return () => attacker.postMessage([])
}

/**
 * Asks the service for /healthz. Returns the milliseconds of waiting in which the thread of the service worked. Time in
 * which other processes of the machine had the processor does not count.
 */
async function waitOfOneRequest(): Promise<number> {
  const before = workedMs()
  const waited = await ask('/healthz')
  return Math.min(waited, workedMs() - before)
}

/** Returns the processor time in milliseconds that the main thread of the service has used. */
function workedMs(): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

/** Returns the longest wait in milliseconds of a caller who asks for /healthz during an attack and just after it. */
async function waitDuring(count: number, textOf: (no: number) => string): Promise<number> {
  const cut = attack(count, textOf)
  const end = performance.now() + cutAfterMs
  let longest = 0
  while (performance.now() < end) {
    longest = Math.max(longest, await waitOfOneRequest())
    await setTimeout(5)
  }
  cut()
  for (let requested = 0; requested < asksAfterCut; requested++) {
    await setTimeout(5)
    longest = Math.max(longest, await waitOfOneRequest())
  }
  return longest
}

/**
 * Returns the shortest of up to five longest waits during an attack, because the same work takes up to three times as long
 * while the process compiles functions or collects garbage. Work without a limit blocks at each attempt.
 */
async function waitAtBest(count: number, textOf: (no: number) => string): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < attempts && shortest >= maxWaitMs; attempt++)
    shortest = Math.min(shortest, await waitDuring(count, textOf))
  return shortest
}

async function expectNoWait(count: number, textOf: (no: number) => string): Promise<void> {
  expect(await waitAtBest(count, textOf)).toBeLessThan(maxWaitMs)
}

const openRoutes = (): MountedRoute[] => {
  const isOpen = ({ path }: MountedRoute) =>
    !path.startsWith('/api/v1/') || /^\/api\/v1\/(?:auth|public|channels|cells)\//.test(path)
  return routes.filter(isOpen)
}

describe('strangers without a credential', () => {
  it('delay nobody with pipelined and cut requests to any open route', async () => {
    const waits: Record<string, number> = {}
    for (const route of openRoutes()) {
      const waited = await waitAtBest(connections, () => requestTo(route).repeat(pipelined))
      waits[`${route.method} ${route.path}`] = Math.round(waited)
    }
    if (process.env['SHOW_WAITS']) process.stdout.write(`${JSON.stringify(waits, null, 1)}\n`)
    const slow = Object.entries(waits).filter(([, waited]) => waited >= maxWaitMs)
    expect(slow).toEqual([])
  })

  it('delay nobody with pipelined and cut requests to the routes of members, and to unknown paths', async () => {
    const others = [
      ...routes,
      { method: 'GET', path: '/nothing/here' },
      { method: 'PUT', path: '/api/v1/nothing' },
    ]
    for (let from = 0; from < others.length; from += routesAtOnce) {
      const some = others.slice(from, from + routesAtOnce)
      await expectNoWait(connections, (no) =>
        Array.from({ length: pipelined }, (_, index) =>
          requestTo(some[(no + index) % some.length] as MountedRoute),
        ).join(''),
      )
    }
  })

  it('delay nobody with as many requests as fit into one packet', async () => {
    await expectNoWait(20, () => 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000))
  })

  it('delay nobody with requests whose heads and bodies never end', async () => {
    const head = requestTo({ method: 'POST', path: '/api/v1/auth/sign-in' }).split('\r\n\r\n')[0] ?? ''
    await expectNoWait(500, (no) => (no % 2 === 0 ? head : `${head}\r\n\r\n{`))
  })

  it('delay no sign-in of their own address with bodies that never end', async () => {
    const signIn = requestTo({ method: 'POST', path: '/api/v1/auth/sign-in' })
    // The other tests have used up the attempts of 127.0.0.1.
    const connected = (text: string) => {
      const socket = connect({ host: '127.0.0.1', port: home.port, localAddress: '127.0.0.2' })
      socket.on('error', () => {})
      socket.write(text)
      return socket
    }
    const signedIn = async () => {
      const begun = performance.now()
      const socket = connected(signIn)
      await Promise.race([once(socket, 'data'), setTimeout(5_000)])
      socket.destroy()
      return performance.now() - begun
    }
    // The first password loads the package that hashes passwords.
    await signedIn()
    const slow = Array.from({ length: 15 }, () => connected(signIn.slice(0, -5)))
    await setTimeout(100)
    const waits = [await signedIn(), await signedIn(), await signedIn()]
    for (const socket of slow) socket.destroy()
    expect(Math.min(...waits)).toBeLessThan(maxWaitMs)
  })
})
