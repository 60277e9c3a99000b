import { spawnSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, leads } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'
import { Home } from './spindle-process.ts'

let home: Home
beforeAll(async () => {
  home = await Home.prepared()
})
afterAll(() => home.remove())

function seed(environment: Readonly<Record<string, string>> = {}) {
  const { NODE_OPTIONS: _, ...own } = process.env
  return spawnSync(process.execPath, ['scripts/seed.ts'], {
    encoding: 'utf8',
    env: { ...own, DATA_DIR: home.directory, PORT: String(home.port), ...environment },
  })
}

async function ask<Answer>(path: string, token: string): Promise<Answer> {
  const response = await fetch(`${home.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as Answer
}

interface Items {
  readonly items: readonly { readonly status: string; readonly counts: Readonly<Record<string, number>> }[]
}

it('npm run seed refuses to send thousands of messages to an SMTP server', () => {
  const { status, stderr } = seed({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('SMTP_URL is set')])
})

it('npm run seed, beside a running service, creates an organization once', async () => {
  const spindle = await home.start()
  const { status, stdout, stderr } = seed()
  expect([status, stderr]).toEqual([0, ''])
  const [, email, password] = / as (\S+) with the password (\S+)\n$/.exec(stdout) ?? []
  const answer = await fetch(`${home.url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = (await answer.json()) as { token: string }

  const usage = await ask<{ meters: readonly object[] }>('/usage', token)
  expect(usage.meters).toContainEqual(expect.objectContaining({ used: 5_000 }))
  const { items } = await ask<Items>('/jobs', token)
  expect(items.map((job) => job.status)).toEqual(['cancelled', 'running', 'completed', 'completed'])
  const first = items.at(-1)?.counts ?? {}
  for (const outcome of ['done', 'skipped', 'failed']) expect(first[outcome]).toBeGreaterThan(10)
  const running = items[1]?.counts ?? {}
  expect([running['pending'], running['waiting']]).toEqual([0, expect.any(Number)])
  expect(running['waiting']).toBeGreaterThan(100)

  const again = seed()
  expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('nothing was changed')])
  expect(await ask<Items>('/jobs', token)).toMatchObject({ items: { length: 4 } })
  expect(await spindle.stop()).toBe(0)
})

describe('npm run seed on a database with another organization', () => {
  let world: World
  let api: Api
  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterEach(async () => {
    await api.close()
    await world.close()
  })

  const seedWorld = () => {
    const [key] = world.config.secrets
    return seed({ DATABASE_URL: world.databaseUrl, SESSION_SECRET: key?.secret ?? '' })
  }

  it('leaves the jobs of that organization to the service', async () => {
    expect((await api.ingest(leads(30))).status).toBe(201)
    expect((await api.trigger()).status).toBe(201)
    await world.settle()
    const standing = async () => {
      const { rows } = await world.sql.query(
        `select j.status, (select count(*)::int from slices s where s.job_id = j.id) as slices,
                (select count(*)::int from recipients r where r.job_id = j.id) as recipients
           from jobs j where j.organization_id = $1`,
        [world.demo.organizationId],
      )
      return rows
    }
    const before = await standing()
    expect(before).toEqual([{ status: 'queued', slices: 0, recipients: 0 }])
    const { status, stderr } = seedWorld()
    expect([status, stderr]).toEqual([0, ''])
    expect(await standing()).toEqual(before)
  })

  it('is refused while after-restore has not been run', async () => {
    await world.sql.query("insert into restorations (restored_moment, source) values (now(), 'backup')")
    const { status, stderr } = seedWorld()
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run admin -- after-restore')])
    const { rows } = await world.sql.query('select name from organizations')
    expect(rows).toEqual([{ name: 'Demo' }])
  })
})
