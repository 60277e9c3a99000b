import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { InboundFact, InboundFactKind } from '../../../../src/domain/sender/inbound/inbound-fact.ts'
import { SuppressAddress } from '../../../../src/use-cases/person/suppress-address.ts'
import { ProcessInboundFact } from '../../../../src/use-cases/sender/inbound/process-inbound-fact.ts'
import type { Sent } from '../../model/sent.ts'
import { named, operation } from '../operation.ts'

const kindOf = { reply: 'reply', bounce: 'hardBounce', complaint: 'complaint' } as const

/**
 * Lets a person react to an e-mail while they wait for their next step, or after it has failed: they unsubscribe, or
 * the mail provider posts a reply, a bounce or a complaint. Most spinners of the simulation then stop the recipient, and
 * no retry takes a failed one.
 */
export const react = operation({
  name: 'a waiting or failed person reacts',
  weight: 6,
  draw: (random) => ({
    message: random.below(64),
    kind: random.pick(['unsubscribe', 'unsubscribe', 'reply', 'bounce', 'complaint']),
  }),
  run: async (simulation, { message: number, kind }) => {
    const { model, demo, clock } = simulation
    const { organizationId } = demo
    const erased = new Set(model.erased)
    const mayBeWritten = await simulation.rows<{ job: string; record: string }>(
      'select r.job_id as job, r.record_id::text as record from recipients r where is_unfinished_recipient(r.state) or can_be_retried(r.state, r.reason)',
    )
    const places = new Set(mayBeWritten.map(({ job, record }) => `${job} ${record}`))
    const message = named(
      model.sent.taken.filter(
        ({ jobId, recordId, messageId, address }) =>
          places.has(`${jobId} ${recordId}`) && messageId !== null && !erased.has(address),
      ),
      number,
    )
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
    const told = kindOf[kind as keyof typeof kindOf]
    const fact = factOn(message, told, clock.now())
    await simulation.call(`a ${kind} of ${address} to ${step}`, (api) =>
      api.get(ProcessInboundFact).execute({ organizationId, senderId: null, fact }),
    )
  },
})

/** Returns a reaction to a message as a mail provider reports it, with a proof. */
function factOn({ address, messageId }: Sent, kind: InboundFactKind, at: Date): InboundFact {
  const messageIds = messageId === null ? [] : [messageId]
  return {
    kind,
    key: `${kind} to ${messageId}`,
    at,
    messageId: null,
    answers: { messageIds, providerId: null, providerThread: null, addresses: [address] },
    voucher: 'provider',
    until: null,
    status: kind === 'hardBounce' ? '5.1.1' : null,
    words: null,
  }
}
