import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '../support/until.ts'
import { Deployment } from './deployment.ts'

const recipients = 6_000

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create({ SEND_CONCURRENCY: '20' })
})
afterEach(() => deployment.close())

const messages = () => count('select count(*) from captured_messages')
const holders = async () =>
  (
    await deployment.query<{ lease_holder: string }>(
      "select lease_holder from slices where status = 'open' and lease_holder is not null",
    )
  ).map((row) => row.lease_holder)

async function count(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await deployment.query<{ count: string }>(text, values)
  return Number(row?.count)
}

/** Waits until the test's job runs, while most of its messages are still to be sent. */
async function isMidway(): Promise<void> {
  await until(async () => (await messages()) > 300 && (await holders()).length > 0)
}

async function areLeft(held: readonly string[]): Promise<void> {
  await until(async () => {
    const [row] = await deployment.query<{ count: string }>(
      "select count(*) from slices where status = 'open' and lease_holder = any($1::uuid[])",
      [held],
    )
    return row?.count === '0'
  })
}

/** Returns the seconds until the last lease of a slice ends. */
const maxLease = () =>
  count(`
    select max(extract(epoch from lease_until - clock_timestamp())) as count
      from slices where status = 'open' and lease_holder is not null`)

/**
 * Gives all leased slices a lease that outlasts the test, so that a worker can take a slice of a killed worker only
 * because that worker's connection is lost.
 */
async function leaseForAnHour(): Promise<void> {
  await deployment.query(
    `update slices set lease_until = now() + interval '1 hour'
      where status = 'open' and lease_holder is not null and lease_until > clock_timestamp()`,
  )
}

async function completes(jobId: string): Promise<void> {
  const isCompleted = async () =>
    (await count("select count(*) from jobs where id = $1 and status = 'completed'", [jobId])) === 1
  await until(isCompleted)
}

/**
 * Checks that each recipient of the test's job has one final state, that nobody was written to twice, and that
 * all recipients in state done were written to.
 */
async function addsUp(): Promise<void> {
  const [found] = await deployment.query(`
    select count(*)::int as total,
           count(*) filter (where r.status in ('done', 'unconfirmed'))::int as final,
           count(*) filter (where r.status = 'done' and o.messages is distinct from 1)::int as untold,
           count(*) filter (where o.messages > 1)::int as twice
      from recipients r
      left join (select record_id, count(*) as messages from captured_messages group by record_id) o using (record_id)`)
  expect(found).toEqual({ total: recipients, final: recipients, untold: 0, twice: 0 })
}

describe('a worker that is killed in the middle of a job', () => {
  it('is replaced by one that starts then, long before its lease ends', async () => {
    const killed = await deployment.startWorker()
    const jobId = await deployment.trigger(recipients)
    await isMidway()
    await killed.kill()
    await deployment.untilStatementsEnd()
    await leaseForAnHour()
    const before = await messages()
    await deployment.startWorker()
    await until(async () => (await messages()) > before)
    await completes(jobId)
    await addsUp()
  })

  it('leaves its slices to another running worker, long before its lease ends', async () => {
    const killed = await deployment.startWorker()
    await deployment.startWorker()
    const jobId = await deployment.trigger(recipients)
    await isMidway()
    const held = await holders()
    await killed.kill()
    await leaseForAnHour()
    await areLeft(held)
    await completes(jobId)
    await addsUp()
  })
})

describe('a worker that is suspended for longer than its lease', () => {
  it('loses its slices at the end of their leases of 15 seconds, and does no harm when it continues', async () => {
    const paused = await deployment.startWorker()
    await deployment.startWorker()
    const jobId = await deployment.trigger(recipients)
    await isMidway()
    paused.signal('SIGSTOP')
    const seconds = await maxLease()
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(15)
    await areLeft(await holders())
    await completes(jobId)
    paused.signal('SIGCONT')
    // Waits 2 s in the test. The overdue timers and answers of the worker are due at once, and it writes or gives
    // up its chunk of at most 20 messages within this time.
    await setTimeout(2_000)
    await addsUp()
    expect(paused.hasExited).toBe(false)
  })
})

describe('a database that restarts in the middle of a job', () => {
  it('is waited for, and the job continues', async () => {
    const worker = await deployment.startWorker()
    const jobId = await deployment.trigger(recipients)
    await isMidway()
    await deployment.server.stop()
    await deployment.server.revive()
    await completes(jobId)
    await addsUp()
    expect(worker.hasExited).toBe(false)
  })
})
