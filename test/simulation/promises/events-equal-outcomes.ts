import type { Model } from '../model/model.ts'
import { each, type Promised } from './promise.ts'

interface Outcome {
  readonly what: string
  /** The events that the outcome must have. */
  readonly expected: string
  /** The events that other systems read about it. */
  readonly written: string
}

/** All events of an organization, one row each, with or without a number. */
const reported = `
  written as (
    select e.type, o.id as object, o.address, e.data ->> 'jobId' as job, e.data ->> 'step' as step, e.created_at as at
      from (select type, objects, addresses, data, created_at from events where organization_id = $2
            union all select type, objects, addresses, data, created_at from new_events where organization_id = $2) e
     cross join lateral unnest(e.objects, e.addresses) as o(id, address))`

/** Ends of recipients, without outcomes so old that their events may have been deleted. */
const ofRecipients = `
  with ${reported}, ends as (
    select t.job, t.object, string_agg(t.type, ' ' order by t.type) as types
      from written t where t.type like 'recipient.%' group by t.job, t.object)
  select format('recipient %s of job %s', r.record_id, r.job_id) as what,
         case when r.status in ('done', 'skipped', 'failed', 'stopped') then 'recipient.' || r.status else '' end as expected,
         coalesce(e.types, '') as written
    from recipients r left join ends e on e.job = r.job_id::text and e.object = r.record_id::text
   where r.updated_at > $1 and exists (select from jobs j where j.id = r.job_id and j.organization_id = $2)
  union all
  select format('recipient %s of job %s, which does not exist', e.object, e.job), '', e.types
    from ends e join jobs j on j.id::text = e.job and not j.cleared and j.cleared_slices = 0
   where j.organization_id = $2 and not exists (select from recipients r where r.job_id = j.id and r.record_id::text = e.object)`

const ofMessages = `
  with ${reported}, sent as (
    select t.job, t.object, t.step, count(*)::int as events
      from written t where t.type = 'message.sent' group by t.job, t.object, t.step)
  select format('message of step %s to %s of job %s', d.step, d.record_id, d.job_id) as what,
         case when d.status = 'sent' then '1 message.sent' else '0 message.sent' end as expected,
         coalesce(s.events, 0) || ' message.sent' as written
    from message_results d
    left join sent s on s.job = d.job_id::text and s.object = d.record_id::text and s.step = d.step::text
   where d.finished_at > $1 and exists (select from jobs j where j.id = d.job_id and j.organization_id = $2)`

const ofJobs = `
  with ${reported}, of_job as (
    select t.object, string_agg(t.type, ' ' order by t.type) as types
      from written t where t.type in ('job.started', 'job.completed', 'job.failed') group by t.object)
  select format('job %s', j.id) as what,
         concat_ws(' ', case j.status when 'completed' then 'job.completed' when 'cancelled' then 'job.failed' end,
                   case when j.started_at is not null then 'job.started' end) as expected,
         coalesce(o.types, '') as written
    from jobs j left join of_job o on o.object = j.id::text
   where j.created_at > $1 and j.organization_id = $2`

/** Replies, bounces and complaints whose message is proven, with the events about them. */
const ofReactions = `
  with ${reported}, types(kind, type) as (
    values ('reply', 'message.replied'), ('hardBounce', 'message.bounced'), ('complaint', 'message.complained'))
  select format('processed facts of the kind %s', k.kind) as what,
         (select count(*) from inbound_facts f
           where f.organization_id = $2 and f.kind = k.kind and f.outcome not in ('nobody', 'unverified') and f.at > $1) || ' events' as expected,
         (select count(*) from written t where t.type = k.type and t.at > $1) || ' events' as written
    from types k`

const suppressionOf = 'the suppression of '

/**
 * Suppressed addresses: each is written once until it is lifted, and each new unsubscribe once. A suppressed domain has
 * no events, because it belongs to several people. An erasure that was
 * interrupted ends the suppression and leaves its events, so events of erased people may name former suppressions.
 */
const ofSuppressions = `
  with ${reported}, history as (
    select h.email, count(*) filter (where h.kind = 'lifted') as lifted,
           count(*) filter (where h.kind = 'unsubscribed') as unsubscribed
      from suppression_events h where h.organization_id = $2 and h.email not like '@%' group by h.email having min(h.at) > $1)
  select '${suppressionOf}' || h.email as what,
         format('%s person.suppressed, %s person.unsubscribed',
                h.lifted + (select count(*) from suppressions s where s.email = h.email and s.organization_id = $2), h.unsubscribed) as expected,
         format('%s person.suppressed, %s person.unsubscribed',
                (select count(*) from written t where t.type = 'person.suppressed' and t.address = h.email),
                (select count(*) from written t where t.type = 'person.unsubscribed' and t.address = h.email)) as written
    from history h`

const ofNumbers = `
  select format('the number %s', e.number) as what, 'free' as expected, 'taken' as written
    from (select number, lag(number + count) over (partition by organization_id order by number) as free_from from events) e
   where e.number < e.free_from`

/** The milliseconds for which the simulator expects events, a day less than the service keeps them. */
const storedMs = 29 * 86_400_000

/**
 * A recipient or a job ends more than once if a user acted on it (decision 74). Events of a type are not written once a
 * change of the types of a destination has ended the subscription to it. After such a change the promise sees invented
 * and repeated events alone.
 */
export const eventsEqualOutcomes: Promised = {
  promise: 'Each outcome is reported by exactly one event, and no event is invented',
  when: 'quiet',
  holds: async ({ rows, clock, demo, model }) => {
    const since = new Date(clock.now().getTime() - storedMs)
    const outcomes: Outcome[] = []
    for (const look of [ofRecipients, ofMessages, ofJobs, ofReactions, ofSuppressions])
      outcomes.push(...(await rows<Outcome>(look, [since, demo.organizationId])))
    outcomes.push(...(await rows<Outcome>(ofNumbers)))
    const mayLack = model.destinations.created.some(
      ({ settings }) => new Set(settings.ever().map(({ types }) => types.length)).size > 1,
    )
    const isOfErased = (what: string) =>
      what.startsWith(suppressionOf) && model.erasedAt(what.slice(suppressionOf.length), Infinity) > 0
    return each(outcomes, ({ what, expected, written: events }) =>
      expected === events ||
      (mayLack && tellsLess(events, expected)) ||
      (isOfErased(what) && tellsLess(expected, events)) ||
      (isOfAct(model, what) && endsMoreThanOnce(events, expected))
        ? null
        : `${what}: expected "${expected}", and the events are "${events}"`,
    )
  },
}

/** Returns whether a user acted on a recipient, or on a recipient of a job, which can then end more than once. */
function isOfAct({ acts }: Model, what: string): boolean {
  const [, recordId, jobId = ''] = /^(?:recipient (\d+) of )?job (\S+)$/.exec(what) ?? []
  return recordId === undefined ? acts.areIn(jobId) : acts.hasActOn(jobId, recordId)
}

/** Returns whether events have everything that is expected, and beyond it other ends or starts alone. */
function endsMoreThanOnce(events: string, expected: string): boolean {
  const types = events.split(' ')
  return (
    expected.split(' ').every((type) => type === '' || types.includes(type)) &&
    types.every((type) =>
      /^(?:recipient\.(?:done|skipped|failed|stopped)|job\.(?:started|completed))$/.test(type),
    )
  )
}

/** Returns whether events have nothing beyond what is expected: no higher number and no other type. */
function tellsLess(events: string, expected: string): boolean {
  const numbersOf = (text: string) => [...text.matchAll(/\b\d+/g)].map(([number]) => Number(number))
  const most = numbersOf(expected)
  if (most.length > 0) return numbersOf(events).every((number, nth) => number <= (most[nth] ?? 0))
  const types = expected.split(' ')
  return events.split(' ').every((type) => type === '' || types.includes(type))
}
