import type { SenderBudget } from '../../../../domain/job/sending/sending-time.ts'
import { noContactPolicy } from '../../../../domain/person/contact-policy.ts'
import {
  type AddressFacts,
  type FactsQuery,
  RehearsalFacts,
  type RehearsalSurroundings,
} from '../../../../ports/job/rehearsal/rehearsal-facts.ts'
import { historyOf } from '../../person/contacts.ts'
import { suppressionReasonOf } from '../../person/suppressions.ts'
import { isPausedFor } from '../../sender/pacing/sender-breakers.ts'
import type { MemoryStore } from '../../store.ts'

export class MemoryRehearsalFacts extends RehearsalFacts {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async surroundings({ organizationId, spinnerId }: FactsQuery): Promise<RehearsalSurroundings> {
    const { organizations, contactPolicies, senders, senderBudgets, senderRests } = this.#store
    const own = [...senders.values()].filter((one) => one.organizationId === organizationId)
    return {
      policy: contactPolicies.get(organizationId) ?? noContactPolicy,
      timeZone: organizations.get(organizationId)?.timeZone ?? 'UTC',
      knowsByDigest: false,
      senders: own.map((sender) => ({
        ...sender,
        budget: withRest(senderBudgets.get(sender.id) ?? null, senderRests.get(sender.id)?.until ?? null),
        isPaused: sender.state !== 'connected' || isPausedFor(this.#store, sender.id, spinnerId),
      })),
      spinnerPausedAt: this.#store.spinners.get(spinnerId)?.pausedAt ?? null,
      defaultSender: own.find(({ isDefault }) => isDefault)?.id ?? null,
    }
  }

  override async of(
    { organizationId }: FactsQuery,
    _surroundings: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>> {
    return new Map(
      addresses.map((address) => {
        const suppression = suppressionReasonOf(this.#store, organizationId, address)
        return [address, { suppression, ...historyOf(this.#store, organizationId, address) }] as const
      }),
    )
  }
}

function withRest(budget: SenderBudget | null, restsUntil: Date | null): SenderBudget | null {
  return budget && { ...budget, restsUntil }
}
