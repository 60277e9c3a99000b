import { setTimeout } from 'node:timers/promises'
import { addRecords } from '../../../bench/support/jobs.ts'
import { started } from '../../../bench/support/started.ts'
import type { DatabaseServer, Deployment } from '../../process/deployment.ts'
import { fromArchive, fromBackup, type RecoveryMethod } from '../recovery/recovery-method.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import type { SmtpSink } from '../stage/smtp-sink.ts'
import { countIn, mailsByPerson, openSink, peopleTwice, reaches, say, sendingTo } from '../stage/stage.ts'

const recipients = setting('RECIPIENTS', 4_000)
const messageMs = setting('MESSAGE_MS', 30)
const patienceMs = 120_000

type Place = Awaited<ReturnType<Deployment['addPlace']>>

/**
 * A chaos scenario that loses the database while thousands of messages are being sent. A backup is taken
 * halfway and the work continues. A job that no backup knows starts a second spinner, and everything is
 * destroyed. The restored deployment is checked and started, and everybody triggers once more. No person may
 * get two messages of one spinner.
 *
 * CHAOS_RECOVERY=archive recovers a PostgreSQL with its own means, from a base backup and the archived log.
 */
export const restore: Scenario = {
  about: 'loss and restore of the database during sending: nobody gets two messages; CHAOS_RECOVERY=archive',
  runs: ['run'],
  run: async (name) => {
    const sink = await openSink(messageMs)
    const settings = { LOG_LEVEL: 'info', SMTP_CONNECTIONS: '10', ...sendingTo(sink) }
    const way: RecoveryMethod = process.env['CHAOS_RECOVERY'] === 'archive' ? fromArchive() : fromBackup()
    const before = await way.create(settings)
    let closing: Promise<void> | null = null
    const close = () => (closing ??= before.close())
    started(close)
    const lost = await before.addPlace()
    const untouched = await before.addPlace()
    const { demo } = before
    const jobId = await untilTheLoss(way, before, sink, lost, untouched)
    await close()
    await setTimeout(10 * messageMs)
    const sentBefore = sink.mails.length
    say(`destroyed after ${sentBefore} messages`)

    const after = await way.comeBack(demo, settings)
    started(() => after.close())
    await after.startWorker()
    await after.startWorker()
    // Triggers the scenario's spinners again after the restore, like a client that starts them every hour.
    const [again] = await Promise.all([
      after.trigger(100),
      after.trigger(100, lost),
      after.trigger(100, untouched),
    ])
    await reaches(
      'the new recipients after the restore are done',
      async () => (await countOf(after, again, 'done')) === 100,
      patienceMs,
    )
    await reaches('no recipient is due', async () => (await openJobs(after)) === 0, patienceMs)
    await setTimeout(2_000)
    return { [name]: await look(after, sink, jobId, sentBefore) }
  },
}

/**
 * Lets the scenario's job send until a fifth of the recipients got their message after the backup. Returns the
 * id of that job.
 */
async function untilTheLoss(
  way: RecoveryMethod,
  before: Deployment<DatabaseServer>,
  sink: SmtpSink,
  lost: Place,
  untouched: Place,
): Promise<string> {
  const sends = (count: number) =>
    reaches(`${count} messages are sent`, () => sink.mails.length >= count, patienceMs)
  // Adds the records of a job that the scenario starts after the backup. The spinner `untouched`, which runs
  // before it, gets a second message an hour after the first.
  await before.withClient((client) => addRecords(client, lost.dataTableId, recipients / 4))
  await before.query(
    `update spinner_versions set steps = steps || '[{"type": "wait", "seconds": 3600}]'::jsonb || steps where spinner_id = $1`,
    [untouched.spinnerId],
  )
  await Promise.all([before.startWorker(), before.startWorker()])
  const waiting = await before.trigger(recipients / 10, untouched)
  await reaches(
    'the first messages of the slow spinner are sent',
    async () => (await countOf(before, waiting, 'waiting')) === recipients / 10,
    patienceMs,
  )
  const jobId = await before.trigger(recipients)
  await sends(recipients / 2 + recipients / 10)
  say(await way.keep(before))
  const atBackup = sink.mails.length
  await before.trigger(1, lost)
  await sends(atBackup + recipients / 5)
  return jobId
}

async function look(
  after: Deployment<DatabaseServer>,
  sink: SmtpSink,
  jobId: string,
  sentBefore: number,
): Promise<readonly Figure[]> {
  const times = mailsByPerson(sink)
  const inDoubt = await after.query<{ email: string }>(
    `select r.data ->> 'email' as email from recipients q join jobs j on j.id = q.job_id
       join records r on r.data_table_id = j.data_table_id and r.id = q.record_id
      where q.status = 'unconfirmed' and q.reason = 'RESTORED'`,
  )
  const got = inDoubt.filter(({ email }) => times.has(email)).length
  const completed = "select count(*) from jobs where id = $1 and status = 'completed'"
  return [
    plain('messages in all', sink.mails.length),
    plain('before the loss', sentBefore),
    exactly('after the restore', sink.mails.length - sentBefore, 300),
    exactly('people who got two', peopleTwice(sink)),
    { ...plain('in doubt', inDoubt.length), isPromiseMet: inDoubt.length > 0 },
    plain('in doubt, and got their message', got),
    plain('in doubt, and got no message', inDoubt.length - got),
    exactly(
      'people who wait for their second message',
      await countIn(after, "select count(*) from recipients where status = 'waiting'"),
      recipients / 10 + 100,
    ),
    exactly('completed jobs of the backup', await countIn(after, completed, [jobId]), 1),
  ]
}

function countOf(deployment: Deployment<DatabaseServer>, job: string, status: string): Promise<number> {
  const text = 'select count(*) from recipients where job_id = $1 and status = $2'
  return countIn(deployment, text, [job, status])
}

function openJobs(deployment: Deployment<DatabaseServer>): Promise<number> {
  return countIn(
    deployment,
    `select count(*) from jobs j
      where j.status = 'queued' or (j.status = 'running' and (j.cut_seq < j.to_seq or exists (
        select from slices s where s.job_id = j.id and s.status = 'open' and s.due_at <= now() + interval '10 minutes')))`,
  )
}
