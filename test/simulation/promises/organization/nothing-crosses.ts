import type { Model } from '../../model/model.ts'
import { domainOfAddress } from '../../model/people.ts'
import type { Simulation } from '../../run/simulation.ts'
import { type Compared, each, type Promised } from '../promise.ts'

interface Ended {
  readonly job: string
  readonly record: string
  readonly reason: string
  readonly address: string | null
  /** The simulator's name of the record; null if the record was deleted. */
  readonly ref: string | null
  readonly answers: string | null
  /** Whether the evidence names a job, a spinner, a sender or a record of another organization. */
  readonly isForeign: boolean
}

/** The recipients of an organization who wait or ended for a reason that lies outside of their own job. */
const withCauses = `
  select r.job_id as job, r.record_id::text as record, r.reason, lower(trim(d.data ->> 'email')) as address,
         d.data ->> 'ref' as ref,
         r.evidence ->> 'answers' as answers,
         exists (select from jobs o where o.id::text = r.evidence ->> 'jobId' and o.organization_id <> $1)
           or exists (select from stored_spinners o where o.id::text = r.evidence ->> 'spinnerId' and o.organization_id <> $1)
           or exists (select from senders o where o.id::text = r.evidence ->> 'senderId' and o.organization_id <> $1)
           or exists (select from records d2 join stored_data_tables t on t.id = d2.data_table_id
                       where d2.id::text = r.evidence ->> 'recordId' and t.organization_id <> $1) as "isForeign"
    from jobs j join recipients r on r.job_id = j.id
    left join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
   where j.organization_id = $1 and r.evidence is not null and r.reason is not null`

const suppressed = 'select email as address from suppressions where organization_id = $1'

const ofPolicy = new Set([
  'DAYS_BETWEEN_SPINNERS',
  'MESSAGES_PER_DAY',
  'MESSAGES_PER_WEEK',
  'ACTIVE_PER_DOMAIN',
])

/** The number of sent messages of each organization that were compared. */
const comparedSent = new WeakMap<Model, number>()

/**
 * Compares in each organization what its people, its calls and its mail servers have caused. A record whose address was
 * edited or erased is not compared with the causes of a suppression.
 */
export const nothingCrosses: Promised = {
  promise:
    'Nothing of one organization stops or delays a person in another, and its messages and events are its own',
  when: 'quiet',
  holds: async (simulation) => {
    const parts = [messagesAreOwn(simulation), eventsAreOwn(simulation), await causesAreOwn(simulation)]
    return {
      compared: parts.reduce((sum, { compared }) => sum + compared, 0),
      violations: parts.flatMap(({ violations }) => violations),
    }
  },
}

const nothing: Compared = { compared: 0, violations: [] }

function messagesAreOwn({ model, demo, organizations }: Simulation): Compared {
  const others = organizations.filter(({ model: other }) => other !== model)
  const foreign = new Set(others.flatMap(({ model: { senders } }) => senders.map(({ id }) => id)))
  const latest = model.sent.all.slice(comparedSent.get(model) ?? 0)
  comparedSent.set(model, model.sent.all.length)
  return each(latest, ({ step, spinner, organizationId, sender }) => {
    if (organizationId !== demo.organizationId)
      return `${step} of ${spinner} was sent for another organization`
    return foreign.has(sender ?? '')
      ? `${step} of ${spinner} was sent by a sender of another organization`
      : null
  })
}

function eventsAreOwn({ model, demo }: Simulation): Compared {
  const received = model.destinations.all.flatMap(({ name, latest }) =>
    latest.map(({ organizationId, number }) => ({ name, organizationId, number })),
  )
  return each(received, ({ name, organizationId, number }) =>
    organizationId === demo.organizationId
      ? null
      : `${name} received event ${number} of another organization`,
  )
}

async function causesAreOwn({ model, demo, rows, organizations }: Simulation): Promise<Compared> {
  const organizationIds = [demo.organizationId]
  const messageIds = new Set(model.sent.all.map(({ messageId }) => messageId))
  const faultOf = ({ job, record, reason, address, ref, answers, isForeign }: Ended) => {
    const who = `record ${record} of job ${job}`
    if (isForeign) return `${who} has ${reason} because of another organization`
    if (answers !== null && !messageIds.has(answers))
      return `${who} has ${reason} for a message of nobody here`
    if (ofPolicy.has(reason) && !model.policy.ever().some(hasLimit))
      return `${who} has ${reason} without a policy`
    if (reason !== 'SUPPRESSED' || address === null || address === '') return null
    // The address may have been corrected after a runtime had read the former one.
    const former =
      ref === null
        ? []
        : model.records
            .cell(ref, 'email')
            .ever()
            .map((cell) => String(cell).toLowerCase())
    const work = ref === null ? [] : model.records.workAddressesOf(ref)
    // In a table with match columns, a later record of the person may have given the record another name.
    const merged = model.records.of(address).flatMap((name) => model.records.formerAddressesOf(name))
    if ([address, ...former, ...merged, ...work].some((one) => mayBeSuppressed(model, one))) return null
    return `${who} has SUPPRESSED, and nothing here has suppressed ${address}`
  }
  const ended =
    organizations.length < 2 ? nothing : each(await rows<Ended>(withCauses, organizationIds), faultOf)
  const stored = each(await rows<{ address: string }>(suppressed, organizationIds), ({ address }) =>
    mayBeSuppressed(model, address) ? null : `${address} is suppressed, and nothing here has suppressed it`,
  )
  return {
    compared: ended.compared + stored.compared,
    violations: [...ended.violations, ...stored.violations],
  }
}

function hasLimit(policy: object): boolean {
  return Object.values(policy).some((limit) => limit !== null)
}

/** Returns whether a call, a refusal of a mail server or a mail to a sender may have suppressed an address. */
function mayBeSuppressed(
  { noSendPeriods, reported, sent, senders, mailboxes }: Model,
  address: string,
): boolean {
  return (
    noSendPeriods.knows('address', address) ||
    noSendPeriods.knows('domain', domainOfAddress(address)) ||
    reported.has(address) ||
    sent.all.some((one) => one.address.toLowerCase() === address && one.outcome === 'failed') ||
    senders.some(({ id }) =>
      mailboxes
        .of(id)
        .some((mail) => JSON.stringify([mail.from, mail.text, mail.reportParts]).includes(address)),
    )
  )
}
