import type { Promised } from '../promise.ts'

interface Pair {
  readonly before: string
  readonly after: string
  readonly about: string
  readonly jobId: string
  /** The record of the recipient to whom the events belong; null for events about a job. */
  readonly recordId: string | null
}

/**
 * Pairs of events about one thing of which the later one has the smaller number: an end of a recipient and a message to
 * it, and the start of a job and an event about it.
 */
const pairsInWrongOrder = `
  with told as (
    select e.number, e.type, o.id as object, e.data ->> 'jobId' as job
      from events e cross join lateral unnest(e.objects) as o(id)
     where e.organization_id = $1 and (e.type in ('recipient.done', 'message.sent') or e.type like 'job.%')
  )
  select s.type as before, d.type as after, format('recipient %s of job %s', s.object, s.job) as about,
         s.job as "jobId", s.object as "recordId"
    from told s join told d on d.job = s.job and d.object = s.object
   where s.type = 'message.sent' and d.type = 'recipient.done' and d.number < s.number
  union all
  select s.type, d.type, format('job %s', s.object), s.object, null
    from told s join told d on d.object = s.object or d.job = s.object
   where s.type = 'job.started' and d.type in ('job.completed', 'message.sent', 'recipient.done') and d.number < s.number`

const counted = `
  select count(*)::int as count from events e where e.organization_id = $1 and e.type in ('recipient.done', 'job.completed')`

export const eventsFollowCauses: Promised = {
  promise: 'The events about a job or a recipient have numbers in the order in which they happened',
  when: 'end',
  holds: async ({ rows, demo, model }) => {
    const [all] = await rows<{ count: number }>(counted, [demo.organizationId])
    const pairs = await rows<Pair>(pairsInWrongOrder, [demo.organizationId])
    // A job starts again if a user acts on one of its recipients, and a recipient that was done may get a message.
    const { acts } = model
    const unexplained = pairs.filter(({ jobId, recordId }) =>
      recordId === null ? !acts.areIn(jobId) : !acts.hasActOn(jobId, recordId),
    )
    return {
      compared: all?.count ?? 0,
      violations: unexplained.map(
        ({ before, after, about }) => `${about}: ${after} has a smaller number than ${before}`,
      ),
    }
  },
}
