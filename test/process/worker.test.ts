import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pg from 'pg'
import { scrape } from '../support/metrics.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'
import { commandOf } from './programs.ts'
import { Home } from './spindle-process.ts'

let home: Home
let database: TestDatabase
beforeAll(async () => {
  home = await Home.create()
  database = await createTestDatabase()
})
afterAll(async () => {
  await home.remove()
  await database.drop()
})

it('a worker process of a split deployment shows its metrics on METRICS_PORT, and leaves when stopped', async () => {
  const port = await unusedPort()
  const url = `http://127.0.0.1:${port}`
  const worker = home.launchWorker({
    DATABASE_URL: database.url,
    SESSION_SECRET: 'x'.repeat(32),
    METRICS_PORT: String(port),
  })
  await until(async () => {
    if (worker.hasExited) throw new Error(`It ended instead of serving:\n${worker.output}${worker.errors}`)
    return scrape(url).then(
      () => true,
      () => false,
    )
  })
  const series = await scrape(url)
  expect(series.get('spindle_runtime_workers')).toBe(1)
  expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(await worker.stop()).toBe(0)
  const sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  expect((await sql.query('select from runtime_workers')).rows).toEqual([])
  await sql.end()
})

it('several worker processes have combined metrics, the probe counts them, and none outlives its parent', async () => {
  const port = await unusedPort()
  const settings = { PROCESSES: '2', HEALTH_DIR: join(home.directory, 'health') }
  const health = commandOf('health')
  const probe = () =>
    spawnSync(process.execPath, health.words, { cwd: health.cwd, env: { ...health.env, ...settings } })
  const worker = home.launchWorker({
    ...settings,
    DATABASE_URL: database.url,
    SESSION_SECRET: 'x'.repeat(32),
    METRICS_PORT: String(port),
  })
  await until(() => Promise.resolve(worker.output.includes('All processes have started')))
  const url = `http://127.0.0.1:${port}`
  expect((await scrape(url)).get('spindle_runtime_workers')).toBe(2)
  expect([probe().status, String(probe().stdout)]).toEqual([0, '2 of 2 runtime processes live\n'])
  await worker.stop('SIGKILL')
  await expect(scrape(url)).rejects.toThrow('fetch failed')
  await until(async () => String(probe().stdout) === '0 of 2 runtime processes live\n')
})
