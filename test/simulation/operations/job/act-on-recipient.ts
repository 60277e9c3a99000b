import { service } from '../../../../src/domain/account/audit/actor.ts'
import {
  type RecipientAction,
  recipientActionKinds,
} from '../../../../src/domain/job/recipient/recipient-action.ts'
import { ActOnRecipients } from '../../../../src/use-cases/job/recipients/act-on-recipients.ts'
import { named, operation } from '../operation.ts'

interface StoredRecipient {
  readonly record: string
  readonly status: string
  readonly step: number
  readonly reason: string | null
}

/**
 * Retries one recipient of a simulated job, skips its step, stops it, moves it to a step, or lets it wait. Prefers jobs
 * whose slices a runtime has leased at this moment.
 */
export const actOnRecipient = operation({
  name: 'act on a recipient',
  weight: 3,
  draw: (random) => ({
    job: random.below(16),
    recipient: random.below(8),
    kind: random.pick(recipientActionKinds),
    step: random.below(5),
    again: random.chance(0.3),
    seconds: random.pick([60, 3_600, 86_400]),
  }),
  run: async (simulation, { job: number, recipient: nth, kind, step, again, seconds }) => {
    const { model, demo, clock } = simulation
    const job = named(model.jobs, number, model.inTransit.isOf)
    if (job === null) return
    const recipient = named(
      await simulation.rows<StoredRecipient>(
        'select record_id::text as record, status, step, reason from recipients where job_id = $1 order by slice, record_id',
        [job.id],
      ),
      nth,
    )
    if (recipient === null) return
    const recordId = recipient.record
    const until = new Date(clock.now().getTime() + seconds * 1000)
    const action: RecipientAction =
      kind === 'move' ? { kind, step } : kind === 'wait' ? { kind, until } : { kind: kind as 'retry' }
    const begun = model.acts.begin(job.id, recordId)
    const name = model.nextName('job')
    model.noSendPeriods.mayEnd('deleted spinner', job.spinner.id)
    const command = {
      organizationId: demo.organizationId,
      by: service,
      jobId: job.id,
      recordId,
      action,
      again,
    }
    const to = kind === 'move' ? ` to position ${step}${again ? ' again' : ''}` : ''
    const ended = await simulation.call(`${kind} record ${recordId} of ${job.name}${to}`, (api) =>
      api.get(ActOnRecipients).one(command),
    )
    if (again && kind === 'move' && ended.kind !== 'refused') model.acts.noteAgain(job.root, recordId)
    if (ended.kind === 'crashed' && again) model.jobsInDoubt++
    if (ended.kind !== 'answered') return
    const answered = model.moments.next()
    if (ended.value.jobId !== job.id) {
      const { spinner, root } = job
      model.jobs.push({ id: ended.value.jobId, name, spinner, root, audience: null, begun, answered })
      return
    }
    const wasInWait = recipient.status === 'waiting' && recipient.reason === 'WAIT_STEP'
    const position = recipient.step
    model.acts.all.push({ jobId: job.id, recordId, action, position, wasInWait, begun, answered })
  },
})

/** Acts on all recipients of a simulated job that are in one state. */
export const actOnMany = operation({
  name: 'act on many recipients',
  weight: 1,
  draw: (random) => ({
    job: random.below(16),
    kind: random.pick(['retry', 'skip', 'stop'] as const),
    status: random.pick(['waiting', 'failed', 'pending', 'skipped'] as const),
  }),
  run: async (simulation, { job: number, kind, status }) => {
    const { model, demo } = simulation
    const job = named(model.jobs, number, model.inTransit.isOf)
    if (job === null) return
    const rows = await simulation.rows<{ record: string }>(
      'select record_id::text as record from recipients where job_id = $1 order by 1',
      [job.id],
    )
    for (const { record } of rows) model.acts.begin(job.id, record)
    model.noSendPeriods.mayEnd('deleted spinner', job.spinner.id)
    const selection = { kind: 'filter', filter: { status, reason: null } } as const
    const command = {
      organizationId: demo.organizationId,
      by: service,
      jobId: job.id,
      selection,
      action: { kind },
    }
    await simulation.call(`${kind} the recipients of ${job.name} that are ${status}`, (api) =>
      api.get(ActOnRecipients).many(command),
    )
  },
})
