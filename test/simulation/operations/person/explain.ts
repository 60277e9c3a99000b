import { ExplainContact } from '../../../../src/use-cases/person/explain-contact.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { drain } from '../../run/due-work.ts'
import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'

/**
 * Types of steps that take time, ask a guard or have branches. The simulator does not compare an explanation with a job if
 * such a step precedes the first message.
 */
const takesTime = new Set(['wait', 'waitUntil', 'guard', 'branch', 'split'])
/**
 * Reasons to wait that another recipient of the same job can cause, if it is sent to first. The simulator then
 * accepts that the job did not write to a person for whom the service had predicted a message.
 */
const ofOthers = new Set(['SENDER_DAILY_LIMIT', 'SENDER_POOL_LIMIT', 'SENDER_GAP', 'ACTIVE_PER_DOMAIN'])

/**
 * Asks the service whether a spinner would write to a person, and compares the answer with a job that starts at
 * once. The simulator draws this operation.
 */
export const explain = operation({
  name: 'explain and trigger',
  weight: 2,
  isAlone: true,
  draw: (random) => ({ spinner: random.below(8), person: random.below(peopleCount) }),
  run: async (simulation, { spinner: number, person }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    await drain(simulation)
    const address = addressOf(person)
    const reported = await simulation.call(`explain ${spinner.name} for ${address}`, (api) =>
      api
        .get(ExplainContact)
        .execute({ organizationId: demo.organizationId, spinnerId: spinner.id, email: address }),
    )
    if (reported.kind !== 'answered') return
    const { refusal } = reported.value
    const steps = spinner.publishedSteps ?? []
    const first = steps.findIndex((step) => step.type === 'email' && step.to === '{{ email }}')
    // A message to another address of the record may end the recipient before the first message to the person.
    const isComparable =
      first >= 0 && steps.slice(0, first).every(({ type }) => type !== 'email' && !takesTime.has(type))
    const begun = model.moments.next()
    simulation.shared.isEverybodyKind = true
    const job = await startJob(simulation, spinner, {
      audience: { kind: 'spinner' },
      scheduledAt: null,
      key: null,
    })
    await drain(simulation)
    simulation.shared.isEverybodyKind = false
    if (job === null || !isComparable || simulation.hasCrashed) return
    const sent = model.sent.all.filter(({ moment, jobId }) => moment > begun && jobId === job.id)
    const isWritten = sent.some((one) => one.address === address && one.kind === 'email')
    const words = `${spinner.name} was explained for ${address} as ${refusal === null ? 'written to' : `not written to, ${refusal.code}`}`
    if (refusal !== null && isWritten) simulation.fault(`${words}, and was written to by ${job.name}`)
    if (refusal !== null || isWritten) return
    const why = await simulation.rows<{ reason: string | null; status: string }>(
      "select r.reason, r.status from recipients r join records d on d.id = r.record_id where r.job_id = $1 and lower(d.data ->> 'email') = $2",
      [job.id, address],
    )
    if (sent.length > 0 && why.some(({ reason }) => ofOthers.has(reason ?? ''))) return
    simulation.fault(`${words}, and ${job.name} did not write: ${JSON.stringify(why)}`)
  },
})
