import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { ReasonCode } from '../../../../src/domain/reason.ts'
import { RetryFailed } from '../../../../src/use-cases/job/retry-failed.ts'
import type { KnownJob } from '../../model/model.ts'
import { named, operation } from '../operation.ts'

/**
 * Starts a retry of a simulated job's failed recipients: all, or all with one reason, in the old or the current
 * version of the spinner. Prefers jobs with failed recipients.
 */
export const retry = operation({
  name: 'retry failed recipients',
  weight: 2,
  draw: (random) => ({
    job: random.below(16),
    code: random.pick([-1, -1, 0, 1]),
    version: random.pick(['same', 'current']),
  }),
  run: async (simulation, { job: number, code, version }) => {
    const { model, demo } = simulation
    const failed = await simulation.rows<{ id: string }>(
      "select distinct job_id as id from recipients where status = 'failed'",
    )
    const hasFailed = ({ id }: KnownJob) => failed.some((one) => one.id === id)
    const drawn = named(model.jobs, number)
    if (drawn === null) return
    const job = hasFailed(drawn) ? drawn : (named(model.jobs.filter(hasFailed), number) ?? drawn)
    const reasons = await simulation.rows<{ reason: ReasonCode }>(
      "select distinct reason from recipients where job_id = $1 and status = 'failed' and reason is not null order by 1",
      [job.id],
    )
    const reason = code < 0 ? null : named(reasons, code)
    const name = model.nextName('job')
    const begun = model.moments.next()
    const words = `retry ${reason?.reason ?? 'all'} of ${job.name} as ${name}, ${version} version`
    // A retry in the job's own version sends although a restored spinner is not published.
    model.noSendPeriods.mayEnd('deleted spinner', job.spinner.id)
    const ended = await simulation.call(words, (api) =>
      api.get(RetryFailed).execute({
        organizationId: demo.organizationId,
        jobId: job.id,
        codes: reason && [reason.reason],
        version: version === 'same' ? 'same' : 'current',
        by: service,
      }),
    )
    if (ended.kind === 'crashed') model.jobsInDoubt++
    if (ended.kind !== 'answered') return
    const { spinner } = job
    const answered = model.moments.next()
    model.jobs.push({ id: ended.value, name, spinner, root: job.root, audience: null, begun, answered })
  },
})
