import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import type { Sent } from '../../model/sent.ts'
import type { Simulation } from '../../run/simulation.ts'
import { factOn } from './reply.ts'

const dayMs = 86_400_000

/** Lets the mailbox of a simulated person answer a message with a note of absence for a number of days. */
export async function beAbsent(simulation: Simulation, message: Sent, days: number): Promise<void> {
  const { model, demo, clock, gates } = simulation
  const { address, step, jobId, recordId, messageId } = message
  if (jobId === null || recordId === null) return
  const until = new Date(clock.now().getTime() + days * dayMs)
  const isToBeHeld = !gates.areShared && (await canBeHeld(simulation, message, until))
  const fact = {
    ...factOn(message, 'autoReply', clock.now()),
    key: `absence after ${messageId} at ${clock.now().getTime()}`,
    until,
  }
  const words = `${address} is absent until ${until.toISOString()}, after ${step}`
  const ended = await simulation.call(words, (api) =>
    api.get(InboundFactProcessor).process({ organizationId: demo.organizationId, senderId: null, fact }),
  )
  if (ended.kind === 'refused') return
  const isCertain = ended.kind === 'answered' && ended.value === 'held'
  model.holds.push({ jobId, recordId, until, ended: model.moments.next(), isCertain })
  if (isToBeHeld && ended.kind === 'answered' && !isCertain)
    simulation.fault(`${words}, and is not held: ${ended.value ?? 'a repeat'}`)
}

/** The reasons of waits that a change of a rule or of the record may end at any time. */
const mayEndEarlier = [
  'DAYS_BETWEEN_SPINNERS',
  'MESSAGES_PER_DAY',
  'MESSAGES_PER_WEEK',
  'ACTIVE_PER_DOMAIN',
  'OUTSIDE_WINDOW',
  'WAITS_FOR_HOUR',
  'WAITS_FOR_DATE',
  'WAITS_FOR_CHANGE',
  'WAITS_FOR_CONDITION',
]

/** Returns whether the recipient of a message may continue before a time, in a version that holds absent people. */
async function canBeHeld({ rows }: Simulation, { jobId, recordId }: Sent, until: Date): Promise<boolean> {
  const recipients = await rows(
    `select from recipients r
       join jobs j on j.id = r.job_id and j.status = 'running'
       join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      where r.job_id = $1 and r.record_id = $2 and r.status in ('pending', 'waiting') and r.pending_stop is null
        and (r.due_at < $3 or r.reason = any($4)) and 'autoReply:hold' = any(v.exits)`,
    [jobId, recordId, until, mayEndEarlier],
  )
  return recipients.length > 0
}
