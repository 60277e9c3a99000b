import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { MessageLog } from '../../src/ports/sender/message/message-log.ts'
import { SmtpSink } from '../chaos/stage/smtp-sink.ts'
import { until } from '../support/until.ts'
import { Deployment, type Worker } from './deployment.ts'

const connections = 5
const recipients = 2_000
const messageMs = 60

let sink: SmtpSink
let deployment: Deployment
let worker: Worker
let jobId: string

beforeEach(async () => {
  sink = await SmtpSink.start(messageMs)
  deployment = await Deployment.create({
    SMTP_URL: sink.url,
    MAIL_FROM: 'Spindle <spindle@example.com>',
    SMTP_CONNECTIONS: String(connections),
  })
  worker = await deployment.startWorker()
  jobId = await deployment.trigger(recipients)
  await until(async () => sink.taken.size > 60)
})
afterEach(async () => {
  await deployment.close()
  await sink.close()
})

describe('a worker that sends by SMTP over five connections', () => {
  it('leaves at most ten messages unconfirmed when it is killed, and writes to nobody twice', async () => {
    await worker.kill()
    await deployment.untilStatementsEnd()
    const [row] = await deployment.query<{ marked: number }>(
      'select sum(cardinality(sending))::int as marked from slices',
    )
    const marked = row?.marked ?? 0
    expect(marked).toBeGreaterThan(0)
    expect(marked).toBeLessThanOrEqual(2 * connections)
    await deployment.startWorker()
    const unconfirmed = async () => {
      const [found] = await deployment.query<{ count: number }>(
        "select count(*)::int from recipients where status = 'unconfirmed'",
      )
      return found?.count ?? 0
    }
    await until(async () => (await unconfirmed()) === marked)
    // Expects that the message log also lists messages in doubt, rendered again from their records.
    const log = deployment.container.get(MessageLog)
    const filter = { address: null, senderId: null, jobId, status: 'unconfirmed' } as const
    const page = { limit: 50, after: null }
    const { items } = await log.list(deployment.demo.organizationId, filter, page)
    expect(items).toHaveLength(marked)
    expect(items[0]).toMatchObject({
      subject: expect.stringMatching(/^Welcome, Person \d+$/),
      messageId: null,
    })
    const before = sink.taken.size
    await until(async () => sink.taken.size > before + 50)
    expect([...sink.taken.values()].filter((times) => times > 1)).toEqual([])
  })

  it('sends at most five messages after a cancellation was answered', async () => {
    await deployment.cancel(jobId)
    const taken = sink.taken.size
    await setTimeout(10 * messageMs)
    expect(sink.taken.size - taken).toBeLessThanOrEqual(connections)
    const [job] = await deployment.query<{ status: string }>('select status from jobs where id = $1', [jobId])
    expect(job?.status).toBe('cancelled')
  })
})
