import type { KnownReply } from '../model/mail/replies.ts'
import type { Model } from '../model/model.ts'
import { stopsEverywhere, stopsRecipient, type VersionsOfJob } from '../model/path/versions-of-jobs.ts'
import type { Simulation } from '../run/simulation.ts'
import { type Compared, each, type Promised } from './promise.ts'

interface Progress {
  /** The number of sent messages that were compared. */
  sent: number
}

const progressOf = new WeakMap<Model, Progress>()

/**
 * Compares the e-mails and the unfinished recipients of jobs that were triggered before a reply of the person was read.
 * Accepts a message that was marked before the reply was read. Leaves out people who were erased since, because their
 * replies are erased too, and jobs whose trigger got no answer.
 */
export const repliesStopEverywhere: Promised = {
  promise:
    'After a reply was read, no spinner that stops at replies to any spinner writes to that person in a job from before the reply',
  when: 'quiet',
  holds: async (simulation) => {
    const { model } = simulation
    const progress = progressOf.get(model) ?? { sent: 0 }
    progressOf.set(model, progress)
    const { jobs } = model.versionsOfJobs
    const latest = model.sent.all.slice(progress.sent)
    progress.sent = model.sent.all.length
    const emails = latest.filter(
      ({ kind, address, recordId }) => kind === 'email' && model.replies.concern(address, recordId),
    )
    const written = each(emails, ({ step, spinner, jobId, recordId, address, at, marked }) => {
      const reply = replyThatStops(model, jobs, { jobId, recordId, address, before: marked })
      if (reply === null) return null
      return `${step} of ${spinner} was sent to ${address} at ${at.toISOString()}, although the person had replied to a message of ${reply.jobId === jobId ? 'the job' : 'the organization'}`
    })
    const waiting = model.replies.all.length === 0 ? nothing : await stoppedAtOnce(simulation, jobs)
    const retried = model.replies.all.length === 0 ? nothing : await leftOutOfRetries(simulation, jobs)
    return {
      compared: written.compared + waiting.compared + retried.compared,
      violations: [...written.violations, ...waiting.violations, ...retried.violations],
    }
  },
}

const nothing: Compared = { compared: 0, violations: [] }

interface Recipient {
  readonly jobId: string | null
  readonly recordId: string | null
  readonly address: string
  /** The number of the event before which the reply must have been processed. */
  readonly before: number
  /** Whether replies to messages of other jobs are left out. */
  readonly isOfChainAlone?: boolean
}

/** Returns a reply after which the recipient must get no e-mail; null if there is none. */
function replyThatStops(
  model: Model,
  jobs: ReadonlyMap<string, VersionsOfJob>,
  { jobId, recordId, address, before, isOfChainAlone = false }: Recipient,
): KnownReply | null {
  const job = jobs.get(jobId ?? '')
  if (job === undefined) return null
  const triggered = model.triggeredAt(job.root)
  const chain = [...jobs.values()].filter(({ root }) => root === job.root)
  const erased = model.erasedAt(address, before)
  const reply = model.replies.all.find((one) => {
    if (!one.isProcessed || one.ended >= before || one.begun <= erased) return false
    const isOfChain = one.recordId === recordId && jobs.get(one.jobId ?? '')?.root === job.root
    // A reply from any address of the record ends the recipient whose message it answers.
    if (isOfChain && one.namesMessage && chain.every(stopsRecipient)) return true
    if (isOfChainAlone || one.address !== address) return false
    return one.isOfKnownPerson && triggered < one.begun && stopsEverywhere(job, one.asksToStop)
  })
  return reply ?? null
}

/** Compares the recipients of retries: people who replied to a message of the job before are left out. */
async function leftOutOfRetries(
  { model, rows, demo }: Simulation,
  jobs: ReadonlyMap<string, VersionsOfJob>,
): Promise<Compared> {
  const retried = await rows<{ job: string; record: string }>(
    `select r.job_id as job, r.record_id::text as record from jobs j join recipients r on r.job_id = j.id
      where j.organization_id = $1 and j.retry_of is not null`,
    [demo.organizationId],
  )
  return each(retried, ({ job: jobId, record: recordId }) => {
    const root = jobs.get(jobId)?.root
    const message = model.sent.taken.find(
      (one) => one.kind === 'email' && one.recordId === recordId && jobs.get(one.jobId ?? '')?.root === root,
    )
    const begun = model.jobs.find(({ id }) => id === jobId)?.begun
    if (message === undefined || begun === undefined) return null
    const { address } = message
    const reply = replyThatStops(model, jobs, {
      jobId,
      recordId,
      address,
      before: begun,
      isOfChainAlone: true,
    })
    return reply && `record ${recordId} is retried by job ${jobId}, although ${address} had replied before`
  })
}

/**
 * Compares the unfinished recipients in running jobs: a person who was written to is stopped at once, and not when the
 * next message is due. A recipient who got no message yet is not known by address.
 */
async function stoppedAtOnce(
  { model, rows, demo, hasCrashed }: Simulation,
  jobs: ReadonlyMap<string, VersionsOfJob>,
): Promise<Compared> {
  // A runtime that ended may have left a message in doubt; its recipient is stopped when the message is settled.
  if (hasCrashed) return nothing
  const unfinished = await rows<{ job: string; record: string }>(
    `select r.job_id as job, r.record_id::text as record from recipients r join jobs j on j.id = r.job_id
      where j.organization_id = $1 and j.status = 'running' and r.status in ('pending', 'waiting')`,
    [demo.organizationId],
  )
  return each(unfinished, ({ job: jobId, record: recordId }) => {
    const root = jobs.get(jobId)?.root
    const message = model.sent.taken.find(
      (one) => one.kind === 'email' && one.recordId === recordId && jobs.get(one.jobId ?? '')?.root === root,
    )
    if (message === undefined) return null
    const { address, outcome: told, moment } = message
    const reply = replyThatStops(model, jobs, { jobId, recordId, address, before: Number.POSITIVE_INFINITY })
    if (reply === null || told !== 'sent' || moment > reply.begun) return null
    return `record ${recordId} of job ${jobId} continues, although ${address} had replied after ${message.step}`
  })
}
