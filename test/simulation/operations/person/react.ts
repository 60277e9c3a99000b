import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { InboundFact, InboundFactKind } from '../../../../src/domain/sender/inbound/inbound-fact.ts'
import { ChangeOrganization } from '../../../../src/use-cases/account/change-organization.ts'
import { SuppressAddress } from '../../../../src/use-cases/person/suppress-address.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import type { Sent } from '../../model/sent.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

/** The kinds of facts that a mail provider reports. */
export const kindOf = { reply: 'reply', bounce: 'hardBounce', complaint: 'complaint' } as const

/**
 * Lets a person react to an e-mail while they wait for their next step, or after it has failed: they unsubscribe, or
 * the mail provider posts a bounce or a complaint. A reply may come at any time, also when the steps of its job are
 * done and only other spinners are to write to the person. Most spinners of the simulation then stop the recipient,
 * and no retry takes a failed one.
 */
export const react = operation({
  name: 'a waiting or failed person reacts',
  weight: 6,
  draw: (random) => ({
    message: random.below(64),
    isLatest: random.chance(0.4),
    kind: random.pick(['unsubscribe', 'unsubscribe', 'reply', 'optOut', 'bounce', 'complaint']),
  }),
  run: async (simulation, { message: number, isLatest, kind }) => {
    const { model, demo, clock } = simulation
    const { organizationId } = demo
    const erased = new Set(model.erased)
    const mayBeWritten = await simulation.rows<{ job: string; record: string }>(
      'select r.job_id as job, r.record_id::text as record from recipients r where is_unfinished_recipient(r.state) or can_be_retried(r.state, r.reason)',
    )
    const places = new Set(mayBeWritten.map(({ job, record }) => `${job} ${record}`))
    const messages = model.sent.taken.filter(
      ({ jobId, recordId, messageId, address }) =>
        (kind === 'reply' || places.has(`${jobId} ${recordId}`)) &&
        messageId !== null &&
        !erased.has(address),
    )
    // The latest message is often still in transit: its outcome is not stored yet.
    const message = isLatest ? (messages.at(-1) ?? null) : named(messages, number)
    if (message === null) return
    const { address, step } = message
    model.name(address)
    if (kind === 'unsubscribe') {
      await model.noSendPeriods.begin('address', address, () =>
        simulation.call(`${address} unsubscribes after ${step}`, (api) =>
          api
            .get(SuppressAddress)
            .execute({ organizationId, email: address, reason: 'unsubscribed', by: service }),
        ),
      )
      return
    }
    if (kind === 'optOut') return await optOut(simulation, message)
    const told = kindOf[kind as keyof typeof kindOf]
    if (told === 'reply') {
      await replyTo(simulation, message)
      return
    }
    const fact = factOn(message, told, clock.now())
    model.reported.add(address)
    await simulation.call(`a ${kind} of ${address} to ${step}`, (api) =>
      api.get(InboundFactProcessor).process({ organizationId, senderId: null, fact }),
    )
  },
})

/** Lets a simulated person reply to a message, and notes which jobs must not write to the person after that. */
export async function replyTo(
  simulation: Simulation,
  message: Sent,
): Promise<{ readonly kind: 'answered' | 'refused' | 'crashed' }> {
  const { model, demo, clock } = simulation
  const { address, step } = message
  // A person may reply to a message twice. The service takes a mail with the same key for a repeat.
  const key = `reply to ${message.messageId} at ${clock.now().getTime()}`
  const fact = { ...factOn(message, 'reply', clock.now()), key }
  const order = { organizationId: demo.organizationId, senderId: null, fact }
  let reply = () =>
    simulation.call(`a reply of ${address} to ${step}`, (api) => api.get(InboundFactProcessor).process(order))
  const ended = await endedByReply(simulation, message)
  // The service does not know whose reply it is if it has erased the person since the message.
  const isErased = model.erasedAt(address, Infinity) >= message.moment
  const isKnown = !isErased && (model.restoredAt === null || (await isInContacts(simulation, message)))
  const others = isKnown ? await jobsThatStopEverywhere(simulation) : []
  const periods = [
    ...(ended === null ? [] : [['recipient', ended] as const]),
    ...others.map((root) => ['replied', `${root} ${address}`] as const),
  ]
  for (const [of, id] of periods) {
    const before = reply
    reply = () => model.noSendPeriods.begin(of, id, before)
  }
  return await reply()
}

/**
 * Returns whether the service knows that it has written a message to this person. A backup that was restored may be
 * older than the message.
 */
async function isInContacts(
  { rows, demo }: Simulation,
  { address, recordId }: Pick<Sent, 'address' | 'recordId'>,
): Promise<boolean> {
  const found = await rows(
    'select from contacts where organization_id = $1 and address = $2 and record_id = $3',
    [demo.organizationId, address, recordId],
  )
  return found.length > 0
}

/**
 * Lets a person ask by a reply for no more mail, in an organization where such a reply counts as an opt-out. No message
 * to the address may be sent afterwards, by any spinner.
 */
async function optOut(simulation: Simulation, message: Sent): Promise<void> {
  const { rows, model, demo, clock } = simulation
  const { organizationId } = demo
  const { address, step } = message
  await simulation.call('replies that ask for it unsubscribe people', (api) =>
    api.get(ChangeOrganization).execute({
      organizationId,
      changes: { unsubscribesByReply: true },
      signedIn: null,
      by: service,
    }),
  )
  const [organization] = await rows<{ counts: boolean }>(
    'select unsubscribes_by_reply as counts from organizations where id = $1',
    [organizationId],
  )
  const counts = organization?.counts === true && (await isInContacts(simulation, message))
  const fact: InboundFact = {
    ...factOn(message, 'reply', clock.now()),
    key: `opt-out to ${message.messageId} at ${clock.now().getTime()}`,
    asksToStop: true,
  }
  const processFact = () =>
    simulation.call(`${address} asks for no more mail after ${step}`, (api) =>
      api.get(InboundFactProcessor).process({ organizationId, senderId: null, fact }),
    )
  if (counts) await model.noSendPeriods.begin('address', address, processFact)
  else await processFact()
}

/**
 * Returns the recipient whom a reply to a message ends: the first job of the chain of retries, and the record. Returns
 * null if a version that the job or a retry of it runs does not stop at replies.
 */
async function endedByReply(
  { rows }: Pick<Simulation, 'rows'>,
  { jobId, recordId }: Sent,
): Promise<string | null> {
  const [chain] = await rows<{ root: string; stops: boolean }>(
    `select root_of_job(p_job => j) as root, bool_and('reply' = any(v.exits)) as stops
       from jobs j
       join jobs o on root_of_job(p_job => o) = root_of_job(p_job => j)
       join spinner_versions v on v.spinner_id = o.spinner_id and v.version = o.spinner_version
      where j.id = $1 group by 1`,
    [jobId],
  )
  return chain?.stops === true ? `${chain.root} ${recordId}` : null
}

/**
 * Returns the first jobs of the chains of retries with an unfinished job in which a reply to any message stops the
 * person. Leaves out chains with a job whose version does not stop at such replies.
 */
async function jobsThatStopEverywhere({
  rows,
  demo,
}: Pick<Simulation, 'rows' | 'demo'>): Promise<readonly string[]> {
  const found = await rows<{ root: string }>(
    `select root_of_job(p_job => j) as root
       from jobs j
       join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      where j.organization_id = $1
      group by 1
     having bool_or(is_unfinished_job(j.status)) and bool_and('reply' = any(v.exits) and v.reply ->> 'scope' = 'everywhere')
      order by 1`,
    [demo.organizationId],
  )
  return found.map(({ root }) => root)
}

/** Returns a reaction to a message as a mail provider reports it, with a proof. */
export function factOn({ address, messageId }: Sent, kind: InboundFactKind, at: Date): InboundFact {
  const messageIds = messageId === null ? [] : [messageId]
  return {
    kind,
    key: `${kind} to ${messageId}`,
    at,
    messageId: null,
    answers: { messageIds, providerId: null, providerThread: null, addresses: [address] },
    voucher: 'provider',
    asksToStop: false,
    until: null,
    status: kind === 'hardBounce' ? '5.1.1' : null,
    words: null,
  }
}
