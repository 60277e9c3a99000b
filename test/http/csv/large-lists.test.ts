import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The length of the lists of this test. */
const rows = 120_000
/** The longest time in milliseconds for which a request of others may wait for an export. */
const maxWaitMs = 200
const megabyte = 1024 * 1024
/** The memory that an export may hold in bytes: a tenth of the text of the list. */
const maxBytes = 3 * megabyte
setFlagsFromString('--expose-gc')
const freeMemory = runInNewContext('gc') as () => void
/** The number of times that the test has freed memory, which takes longer than the work of an export. */
let freed = 0

let world: World
let api: Api
let person: Person
let workshop: Workshop
let jobId: string

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  person = await signUp(api)
  workshop = await createWorkshop(person)
  jobId = (await person.do('POST', `/spinners/${workshop.spinnerId}/jobs`)).jobId
  await world.drain()
  const { organizationId } = person
  await world.sql.query(
    `insert into suppressions (organization_id, id, email, reason, created_at)
     select $1, gen_random_uuid(), 's' || n || '@' || repeat('x', 60) || '.example', 'added', now()
       from generate_series(1, ${rows}) n`,
    [organizationId],
  )
  await world.sql.query(
    `insert into recipients select (jsonb_populate_record(x.r, jsonb_build_object('record_id', 1000000 + n))).*
       from (select r from recipients r where job_id = $1 limit 1) x, generate_series(1, ${rows}) n`,
    [jobId],
  )
  await world.sql.query(
    `insert into captured_messages (id, organization_id, job_id, record_id, step, recipient, subject, created_at)
     select gen_random_uuid(), $1, $2, 1000000 + n, 0, 'x' || n || '@example.com', 'Hello', now()
       from generate_series(1, ${rows}) n`,
    [organizationId, jobId],
  )
  await world.sql.query('analyze suppressions, recipients, captured_messages')
})
afterAll(() => world.close())

/** Returns the bytes that the process uses after everything that is no longer needed was freed. */
function usedBytes(): number {
  freeMemory()
  freed++
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The shares of a list at which the test measures the memory. */
const measuredAt = [0.5, 0.65, 0.8]

/** Reads a list as CSV and returns the number of its lines. Calls `measure` at each of the measured shares. */
async function read(path: string, token: string, measure: () => void): Promise<number> {
  const response = await fetch(`${api.url}/api/v1${path}`, {
    headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
  })
  let lines = 0
  let measured = 0
  for await (const chunk of response.body ?? []) {
    for (const byte of chunk) if (byte === 0x0a) lines++
    if (lines < rows * (measuredAt[measured] ?? Number.POSITIVE_INFINITY)) continue
    measured++
    measure()
  }
  return lines
}

/**
 * Returns the longest time in milliseconds for which a request had to wait for work of this process, until `isDone`.
 * Time in which other processes of the machine had the processor does not count.
 */
async function maxWork(isDone: () => boolean): Promise<number> {
  let workMs = 0
  while (!isDone()) {
    const before = process.cpuUsage()
    const freedBefore = freed
    await new Promise((resolve) => setTimeout(resolve, 1))
    const { user, system } = process.cpuUsage(before)
    if (freed === freedBefore) workMs = Math.max(workMs, (user + system) / 1000)
  }
  return workMs
}

it('lists of 120,000 rows are exported in a bounded memory, and no request waits 200 ms for the work', async () => {
  const [second, third] = await Promise.all([
    addMember(api, world.container, person.organizationId),
    addMember(api, world.container, person.organizationId),
  ])
  await person.do('GET', '/suppressions')
  for (const [path, { token }] of [
    ['/suppressions', person],
    [`/jobs/${jobId}/recipients`, second],
    [`/messages?jobId=${jobId}`, third],
  ] as const) {
    const before = usedBytes()
    // Takes the smallest of the measured figures. A list that is held grows with the lines that were read, whereas the
    // buffers of the connection come and go.
    let bytes = Number.POSITIVE_INFINITY
    let isDone = false
    const workMs = maxWork(() => isDone)
    const started = performance.now()
    const lines = await read(path, token, () => {
      bytes = Math.min(bytes, usedBytes() - before)
    })
    isDone = true
    const seconds = (performance.now() - started) / 1000
    const measured = `${lines} lines in ${seconds.toFixed(1)} s, ${(bytes / megabyte).toFixed(1)} MB, ${(await workMs).toFixed(0)} ms`
    process.stdout.write(`${path}: ${measured}\n`)
    expect(lines).toBeGreaterThan(rows)
    expect([path, measured, bytes < maxBytes]).toEqual([path, measured, true])
    expect([path, measured, (await workMs) < maxWaitMs]).toEqual([path, measured, true])
  }
})
