import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { DatabaseProxy } from '../../support/servers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'
import { Home } from '../spindle-process.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let home: Home
beforeEach(async () => {
  database = await createTestDatabase()
  proxy = await DatabaseProxy.before(database.url)
  home = await Home.create()
})
afterEach(async () => {
  await home.remove()
  proxy.close()
  await database.drop()
})

const own = () => ({ DATABASE_URL: proxy.url, SESSION_SECRET: 'x'.repeat(32) })

it.each<[string, (environment: Readonly<Record<string, string>>) => ReturnType<Home['launch']>]>([
  ['an API', (environment) => home.launchApi(environment)],
  ['the whole service', (environment) => home.launch(environment)],
])(
  '%s that starts while its database is away waits for it, and serves when it is back',
  async (_what, launch) => {
    proxy.startOutage('says so')
    const spindle = launch(own())
    await until(async () => spindle.output.includes('waits for the database'))
    proxy.comeBack()
    await home.ready(spindle)
    expect(await spindle.stop()).toBe(0)
    expect(spindle.errors).toBe('')
  },
)

it('a worker that starts while its database is away waits for it, and stops immediately on request', async () => {
  proxy.startOutage('closes')
  const waiting = home.launchWorker(own())
  await until(async () => waiting.output.includes('waits for the database'))
  await waiting.stop()
  proxy.comeBack()
  const runtime = home.launchWorker(own())
  await until(async () => runtime.output.includes('runtime started'))
  proxy.startOutage('says so')
  await until(async () => runtime.output.includes('The periodic check of sweep failed'))
  proxy.comeBack()
  expect(runtime.hasExited).toBe(false)
  expect(await runtime.stop()).toBe(0)
})

it('the whole service stops within 15 seconds while its database is away', async () => {
  const spindle = home.launch(own())
  await home.ready(spindle)
  proxy.startOutage('closes')
  await until(async () => spindle.output.includes('heartbeat of the runtime could not be written'))
  const requestedAt = performance.now()
  const code = await spindle.stop()
  // Names the part that could not be stopped, or the error, if the code is not 0.
  const faults = spindle.output.split('\n').filter((line) => /did not stop in time|stops after/.test(line))
  expect({ code, faults }).toEqual({ code: 0, faults: [] })
  expect(performance.now() - requestedAt).toBeLessThan(15_000)
})
