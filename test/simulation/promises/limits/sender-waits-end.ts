import { dayIn } from '../../model/known-sender.ts'
import type { Model } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { each, type Promised } from '../promise.ts'

const dayMs = 86_400_000

/** A recipient that waits for a sender until a time of its own. */
interface Waiting {
  readonly job: string
  readonly record: string
  readonly sender: string
  readonly due: Date
}

/** The recipients that waited at the last check, and the number of times that were given up since the beginning of the run. */
interface Seen {
  waiting: Map<string, Waiting>
  readonly givenUp: Map<string, number>
}

const seenBy = new WeakMap<Model, Seen>()

/**
 * Looks for days on which no recipient waits for a sender, before the last day on which one does. For each of
 * these days, a recipient must have had a time on it and left by itself: one that was seen waiting and waits no longer, or one that has
 * stopped, failed or been skipped. Leaves out senders with a ramp or a pool, and those whose limits are uncertain.
 */
export const senderWaitsEnd: Promised = {
  promise: 'A recipient waits for a sender no longer than the recipients and messages before it require',
  when: 'quiet',
  holds: async ({ model, rows, clock, demo }) => {
    const seen = seenBy.get(model) ?? { waiting: new Map(), givenUp: new Map() }
    seenBy.set(model, seen)
    if (model.senders.length === 0) return { compared: 0, violations: [] }
    const now = clock.now()
    const waiting = await rows<Waiting>(
      `select r.job_id as job, r.record_id::text as record, r.evidence ->> 'senderId' as sender, r.due_at as due
         from jobs j join recipients r on r.job_id = j.id
        where j.organization_id = $1 and is_unfinished_job(j.status) and r.status = 'waiting'
          and r.reason like 'SENDER%' and r.due_at > $2`,
      [demo.organizationId, now],
    )
    await noteGivenUp(seen, waiting, now, rows)
    const pooled = new Set(model.pools.senderIds)
    const leftJobs = await leftOf(demo.organizationId, rows)
    return each(model.senders, (sender) => {
      const [limits, ...further] = sender.limits.possible()
      const days = waiting.filter(({ sender: id }) => id === sender.id).map(({ due }) => due.getTime())
      if (limits === undefined || further.length > 0 || limits.ramp !== null) return null
      if (days.length === 0 || pooled.has(sender.id)) return null
      const { timeZone } = limits
      const used = new Set(days.map((at) => dayIn(timeZone, new Date(at))))
      const last = dayIn(timeZone, new Date(Math.max(...days)))
      const unused: string[] = []
      for (let at = now.getTime() + dayMs; dayIn(timeZone, new Date(at)) < last; at += dayMs) {
        const day = dayIn(timeZone, new Date(at))
        if (!used.has(day)) unused.push(day)
      }
      const allowed = (seen.givenUp.get(sender.id) ?? 0) + leftJobs
      if (unused.length <= allowed) return null
      return `recipients wait for ${sender.name} until ${last}, but none of them until ${unused.join(', ')}; ${allowed} may have had a time there`
    })
  },
}

type Rows = Simulation['rows']

/** Counts the recipients that waited at the last check for a time in the future, and wait for it no longer. */
async function noteGivenUp(seen: Seen, waiting: readonly Waiting[], now: Date, rows: Rows): Promise<void> {
  const present = new Map(waiting.map((one) => [`${one.job} ${one.record}`, one]))
  const gone = [...seen.waiting].flatMap(([key, one]) =>
    one.due > now && present.get(key)?.due.getTime() !== one.due.getTime() ? [one] : [],
  )
  seen.waiting = present
  if (gone.length === 0) return
  const jobs = [...new Set(gone.map(({ job }) => job))]
  const cancelled = await rows<{ id: string }>(
    `select id from jobs where id = any($1) and status = 'cancelled'`,
    [jobs],
  )
  for (const { job, sender } of gone)
    if (!cancelled.some(({ id }) => id === job)) seen.givenUp.set(sender, (seen.givenUp.get(sender) ?? 0) + 1)
}

/** Returns the number of recipients that left jobs by themselves, whatever they waited for. */
async function leftOf(organizationId: string, rows: Rows): Promise<number> {
  const [row] = await rows<{ count: number }>(
    `select count(*)::int as count
       from jobs j join recipients r on r.job_id = j.id
      where j.organization_id = $1 and j.status <> 'cancelled' and r.status in ('skipped', 'stopped', 'failed')`,
    [organizationId],
  )
  return row?.count ?? 0
}
