import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeOrganization } from '../../../../src/use-cases/account/change-organization.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'

import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import type { Sent } from '../../model/sent.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { beAbsent } from './absence.ts'
import { factOn, isInContacts, replyTo } from './reply.ts'

/** The kinds of facts that a mail provider reports. */
export const kindOf = { reply: 'reply', bounce: 'hardBounce', complaint: 'complaint' } as const

/** The reactions of people to a message. A reply for no more mail is an opt-out if the organization has turned this on. */
export const reactions = [
  'unsubscribe',
  'reply',
  'reply of the author',
  'unproven reply',
  'earlier mail',
  'reply for no more mail',
  'opt-out',
  'absence',
  'bounce',
  'complaint',
] as const

/** The reactions that a person may send at any time, also when the steps of the job are done. */
const replies: ReadonlySet<string> = new Set([
  'reply',
  'reply of the author',
  'unproven reply',
  'earlier mail',
])

const hourMs = 3_600_000

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
    isLatest: random.chance(0.75),
    kind: random.pick(reactions),
    days: random.pick([1, 3, 20]),
  }),
  run: async (simulation, { message: number, isLatest, kind, days }) => {
    const { model } = simulation
    const erased = new Set(model.erased)
    const mayBeWritten = await simulation.rows<{ job: string; record: string }>(
      'select r.job_id as job, r.record_id::text as record from recipients r where is_unfinished_recipient(r.status) or can_be_retried(r.status, r.reason)',
    )
    const places = new Set(mayBeWritten.map(({ job, record }) => `${job} ${record}`))
    const messages = model.sent.taken.filter(
      ({ jobId, recordId, messageId, address }) =>
        (replies.has(kind) || places.has(`${jobId} ${recordId}`)) &&
        messageId !== null &&
        !erased.has(address),
    )
    // A message that is held in transit was sent or is to be sent, and its outcome is not stored yet.
    const inTransit = messages.filter(({ jobId, recordId }) => model.inTransit.has(jobId, recordId))
    const leased = inTransit.length > 0 ? inTransit : messages.filter(model.inTransit.hasLeased)
    const latest = leased.length > 0 ? named(leased, number) : (messages.at(-1) ?? null)
    const message = isLatest ? latest : named(messages, number)
    if (message === null) return
    if (inTransit.includes(message))
      simulation.meetings.note('a reaction met a message in transit: its outcome was not stored')
    await reactTo(simulation, message, kind, days)
  },
})

/** Lets the person of a message react to it. `days` is the length of an absence. */
export async function reactTo(
  simulation: Simulation,
  message: Sent,
  kind: string,
  days: number,
): Promise<void> {
  const { model, demo } = simulation
  const { organizationId } = demo
  const { address, step } = message
  model.name(address)
  switch (kind) {
    case 'unsubscribe':
      await model.noSendPeriods.begin('address', address, () =>
        simulation.call(`${address} unsubscribes after ${step}`, (api) =>
          api
            .get(AddressSuppressor)
            .suppressWithRetries({ organizationId, email: address, reason: 'unsubscribed', by: service }),
        ),
      )
      return
    case 'reply':
      await replyTo(simulation, message)
      return
    case 'reply of the author':
      await replyTo(simulation, message, { proof: 'author' })
      return
    case 'unproven reply':
      await replyTo(simulation, message, { proof: 'none' })
      return
    case 'earlier mail': {
      const first = model.sent.all.find((one) => one.address === address)
      const at = new Date((first ?? message).at.getTime() - hourMs)
      await replyTo(simulation, message, { proof: 'author', at })
      return
    }
    case 'reply for no more mail':
    case 'opt-out':
      await askToStop(simulation, message, kind === 'opt-out')
      return
    case 'absence':
      await beAbsent(simulation, message, days)
      return
    default:
      await reportOn(simulation, message, kind === 'bounce' ? 'bounce' : 'complaint')
  }
}

/**
 * Lets a provider report a bounce of a message or a complaint about it. No message to the address may be sent
 * afterwards. A second report about the message is a repeat, also if the suppression was lifted since.
 */
async function reportOn(simulation: Simulation, message: Sent, kind: 'bounce' | 'complaint'): Promise<void> {
  const { model, demo, clock } = simulation
  const { address, step } = message
  const isErased = model.erasureOf(message, Infinity) >= message.moment
  const isKnown = !isErased && (await isInContacts(simulation, message))
  const fact = factOn(message, kindOf[kind], clock.now())
  const words = `a ${kind} of ${address} to ${step}`
  model.reported.add(address)
  const report = () =>
    simulation.call(words, (api) =>
      api.get(InboundFactProcessor).process({ organizationId: demo.organizationId, senderId: null, fact }),
    )
  if (!isKnown) {
    await report()
    return
  }
  const counted = simulation.gates.areShared ? null : await countedReports(simulation, message)
  await model.noSendPeriods.begin('address', address, async () => {
    const ended = await report()
    if (ended.kind === 'answered' && ended.value === 'suppressed' && counted !== null)
      if ((await countedReports(simulation, message)) !== counted + 1)
        simulation.fault(`${words} does not count against the sender of the message`)
    if (ended.kind !== 'answered' || ended.value === 'suppressed') return ended
    if (ended.value !== null && !simulation.gates.areShared)
      simulation.fault(`${words} suppressed nobody: ${ended.value}`)
    return { kind: 'refused' as const }
  })
}

/**
 * Returns the number of bounces and complaints that the service has counted against the sender of a recipient; null if
 * the sender no longer exists, or if the service has deleted the recipient.
 */
async function countedReports({ rows }: Simulation, { jobId, recordId }: Sent): Promise<number | null> {
  const [counted] = await rows<{ reports: number }>(
    `select (select coalesce(sum(h.bounced + h.complained), 0)::int from sender_health h where h.sender_id = s.id) as reports
       from recipients r join senders s on s.id = r.sender_id where r.job_id = $1 and r.record_id = $2`,
    [jobId, recordId],
  )
  return counted?.reports ?? null
}

/**
 * Lets a person ask by a reply for no more mail. If such a reply counts as an opt-out in the organization, no message to
 * the address may be sent afterwards, by any spinner. Otherwise it stops the jobs from before the reply.
 */
async function askToStop(simulation: Simulation, message: Sent, isOptOut: boolean): Promise<void> {
  const { rows, model, demo } = simulation
  const { organizationId } = demo
  const { address } = message
  const [organization] = await rows<{ counts: boolean }>(
    'select unsubscribes_by_reply as counts from organizations where id = $1',
    [organizationId],
  )
  if (organization?.counts !== isOptOut) {
    const changed = await simulation.call(
      `replies that ask for it ${isOptOut ? 'unsubscribe' : 'do not unsubscribe'} people`,
      (api) =>
        api.get(ChangeOrganization).execute({
          organizationId,
          changes: { unsubscribesByReply: isOptOut },
          signedIn: null,
          by: service,
        }),
    )
    if (changed.kind !== 'answered') return
  }
  const reply = () => replyTo(simulation, message, { asksToStop: true })
  if (isOptOut && (await isInContacts(simulation, message)))
    await model.noSendPeriods.begin('address', address, reply)
  else await reply()
}
