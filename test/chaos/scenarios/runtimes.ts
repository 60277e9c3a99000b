import type { Deployment } from '../../process/deployment.ts'
import { atMost, exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import type { SmtpSink } from '../stage/smtp-sink.ts'
import {
  Crew,
  countIn,
  deploy,
  openSink,
  pauseUpTo,
  reaches,
  say,
  sendingTo,
  slowOutbox,
} from '../stage/stage.ts'

/** True to send the scenario's messages by SMTP (CHAOS_SMTP=1) instead of to the outbox. */
const bySmtp = process.env['CHAOS_SMTP'] === '1'
const recipients = setting('RECIPIENTS', 20_000)
const kills = setting('KILLS', 100)
/**
 * Small limits of the scenario's runtimes, so that a job outlasts the kills: without them 20,000 messages
 * took the outbox 15 seconds, enough for five kills. If CHAOS_MESSAGE_MS=80 is set, one job of 20,000
 * outlasts a hundred kills.
 */
const slicesAtOnce = 1
const messagesAtOnce = 10
const connections = 5
const messageMs = setting('MESSAGE_MS', 40)
const patienceMs = 120_000

interface Recipient {
  readonly record_id: string
  readonly status: string
  readonly messages: number
}

/**
 * A chaos scenario that kills runtimes at random while they send. At the end everybody must be in one final
 * state, and nobody may have been written to twice.
 */
export const runtimes: Scenario = {
  about: 'kill -9 of sending runtimes: no recipient gets two messages or none',
  runs: ['run'],
  run: async () => {
    const sink = bySmtp ? await openSink(messageMs) : null
    const deployment = await deploy({
      LOG_LEVEL: 'info',
      RUNTIME_CONCURRENCY: String(slicesAtOnce),
      SEND_CONCURRENCY: String(messagesAtOnce),
      ...(sink === null ? {} : { SMTP_CONNECTIONS: String(connections), ...sendingTo(sink) }),
    })
    await slowOutbox(deployment, messageMs)
    const crew = await Crew.start(deployment)
    const columns: Record<string, readonly Figure[]> = {}
    // Starts further jobs in the scenario until the wanted number of runtimes was killed while a job ran.
    for (let job = 1; crew.kills < kills; job++) {
      const jobId = await deployment.trigger(recipients)
      const before = crew.kills
      while (crew.kills < kills && !(await isCompleted(deployment, jobId))) {
        await pauseUpTo(400)
        await crew.killOne()
      }
      await reaches('the job is completed', () => isCompleted(deployment, jobId), patienceMs)
      columns[`job ${job}`] = await look(deployment, sink, jobId, crew.kills - before)
      say(`job ${job} is completed, ${crew.kills} kills`)
    }
    return columns
  },
}

async function isCompleted(deployment: Deployment, jobId: string): Promise<boolean> {
  const [job] = await deployment.query<{ status: string }>('select status from jobs where id = $1', [jobId])
  return job?.status === 'completed'
}

async function look(
  deployment: Deployment,
  sink: SmtpSink | null,
  jobId: string,
  hits: number,
): Promise<readonly Figure[]> {
  const found = await deployment.query<Recipient>(
    `select r.record_id, r.status, coalesce(o.messages, 0)::int as messages
       from recipients r
       left join (select record_id, count(*) as messages from captured_messages where job_id = $1 group by record_id) o using (record_id)
      where r.job_id = $1`,
    [jobId],
  )
  const counted = await countIn(
    deployment,
    'select sum(done + skipped + failed + unconfirmed) as count from slices where job_id = $1',
    [jobId],
  )
  const messagesOf = (recipient: Recipient) => sink?.taken.get(recipient.record_id) ?? recipient.messages
  const count = (test: (recipient: Recipient) => boolean) => found.filter(test).length
  // The scenario accepts twice as many SMTP messages in doubt after each kill as there are connections, however
  // many slices are processed.
  const maxUncertain = hits * (sink === null ? slicesAtOnce * messagesAtOnce : 2 * connections)
  return [
    plain('kills', hits),
    exactly('recipients', found.length, recipients),
    exactly('in one final state, by the slices', counted, recipients),
    plain(
      'done',
      count(({ status }) => status === 'done'),
    ),
    atMost(
      'unconfirmed',
      count(({ status }) => status === 'unconfirmed'),
      maxUncertain,
    ),
    exactly(
      'in no final state, or failed',
      count(({ status }) => status !== 'done' && status !== 'unconfirmed'),
    ),
    exactly(
      'done and not written to',
      count((recipient) => recipient.status === 'done' && messagesOf(recipient) === 0),
    ),
    exactly(
      'written to twice',
      count((recipient) => messagesOf(recipient) > 1),
    ),
  ]
}
