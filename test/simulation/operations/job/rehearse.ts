import { digest } from '../../../../src/adapters/security/secret.ts'
import { skippedAmong } from '../../../../src/domain/job/audience/named-audience.ts'
import type { RehearsalResult, StepFigures } from '../../../../src/domain/job/rehearsal/rehearsal.ts'
import { skippedCodes } from '../../../../src/domain/spinner/segment/skipped-codes.ts'
import { RehearseTrigger } from '../../../../src/use-cases/job/rehearsal/rehearse-trigger.ts'
import type { KnownJob } from '../../model/model.ts'
import { drain, elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { startJob } from './trigger.ts'

const day = 86_400
/**
 * Reasons to wait whose end a rehearsal cannot predict. The simulator does not compare a rehearsal with its job
 * if a recipient waits for one of them.
 */
const openEnded = new Set<string>([
  'WAITS_FOR_CHANGE',
  'WAITS_FOR_CONDITION',
  'SPINNER_PAUSED',
  'ACTIVE_PER_DOMAIN',
  'SENDER_PAUSED',
  'NO_SENDER',
])

/**
 * Rehearses a trigger, starts the rehearsed job, and compares the rehearsal's figures with the job. The
 * simulator draws this operation.
 */
export const rehearse = operation({
  name: 'rehearse and start',
  weight: 2,
  isAlone: true,
  draw: (random) => ({ spinner: random.below(8), runsToItsEnd: random.chance(0.7) }),
  run: async (simulation, { spinner: number, runsToItsEnd }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    await drain(simulation)
    const request = {
      audience: { kind: 'spinner' as const },
      exclude: null,
      data: null,
      scheduledAt: null,
      decide: null,
      maxRecipients: null,
    }
    const reported = await simulation.call(`rehearse ${spinner.name}`, (api) =>
      api.get(RehearseTrigger).execute({
        caller: { kind: 'apiKey', digest: digest(demo.apiKey) },
        spinnerId: spinner.id,
        request,
        gone: new AbortController().signal,
      }),
    )
    if (reported.kind !== 'answered') return
    const { result, rehearsal } = reported.value
    const [others] = await simulation.rows<{ count: number }>(
      'select count(*)::int as count from jobs where is_unfinished_job(status) and organization_id = $1',
      [demo.organizationId],
    )
    // Skips the comparison while mail is unread, because a rehearsal cannot know its replies. A mailbox may
    // still be leased by a process that has ended.
    const isMailRead = simulation.mailsRead === model.mailboxes.count
    simulation.shared.isEverybodyKind = true
    const refusals = model.planRefusals.length
    const job = await startJob(simulation, spinner, {
      ...request,
      key: null,
      rehearsal,
    })
    if (job === null) {
      if (!simulation.hasCrashed && model.planRefusals.length === refusals)
        simulation.fault(`${spinner.name} was rehearsed, and was not started although nothing had changed`)
    }
    await drain(simulation)
    if (job !== null) await compareSize(simulation, job, rehearsedCount(result))
    if (job !== null && runsToItsEnd) {
      await elapse(simulation, 60 * day)
      simulation.isQuiet = true
      const isOpen = result.reasons.some(({ code, status }) => status === 'waiting' && openEnded.has(code))
      if (others?.count === 0 && isMailRead && !isOpen && !simulation.hasCrashed)
        await compareSteps(simulation, job, result.steps)
    }
    simulation.shared.isEverybodyKind = false
  },
})

/** Returns the rehearsed number of recipients: those that segments exclude become recipients that are skipped. */
export function rehearsedCount({ audience: { eligible, excluded } }: RehearsalResult): number {
  return eligible + skippedAmong(excluded)
}

async function compareSize({ rows, fault }: Simulation, job: KnownJob, rehearsed: number): Promise<void> {
  const [row] = await rows<{ count: number }>(
    `select count(r.*)::int as count from jobs j left join recipients r on r.job_id = j.id
      where j.id = $1 and j.status in ('running', 'completed') group by j.id`,
    [job.id],
  )
  if (row !== undefined && row.count !== rehearsed)
    fault(`${job.name} was rehearsed with ${rehearsed} recipients and has ${row.count}`)
}

/**
 * Compares a rehearsal with its job in the simulation: for each step, the number of sent messages and of
 * recipients who ended there.
 */
async function compareSteps(
  { rows, fault }: Simulation,
  { id, name, spinner }: KnownJob,
  steps: readonly StepFigures[],
): Promise<void> {
  const [job] = await rows<{ status: string }>('select status from jobs where id = $1', [id])
  if (job?.status !== 'completed') return
  const ended = await rows<{ step: number; skipped: number; failed: number }>(
    `select step, count(*) filter (where status = 'skipped' or reason = 'LEFT_SEGMENT')::int as skipped,
            count(*) filter (where status = 'failed')::int as failed
       from recipients where job_id = $1 and (reason is null or not reason = any($2)) group by step`,
    [id, skippedCodes],
  )
  const sent = await rows<{ step: number; sent: number }>(
    "select step, count(*)::int as sent from message_results where job_id = $1 and status = 'sent' group by step",
    [id],
  )
  for (const { step, type, sends, skips, fails } of steps) {
    const { skipped = 0, failed = 0 } = ended.find((one) => one.step === step) ?? {}
    const went = sent.find((one) => one.step === step)?.sent ?? 0
    const isSame = (!isMessage(type) || went === sends) && skipped === skips && failed === fails
    if (!isSame)
      fault(
        `step ${step + 1} of ${spinner.name} was rehearsed as ${sends} sent, ${skips} skipped, ${fails} failed; in ${name} it was ${went}, ${skipped}, ${failed}`,
      )
  }
}

function isMessage(type: string): boolean {
  return type === 'email' || type === 'webhook'
}
