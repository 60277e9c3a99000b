import { defaultSenderOf } from '../../../../domain/job/sending/sender-candidates.ts'
import type { SenderBudget } from '../../../../domain/job/sending/sending-time.ts'
import { noContactPolicy } from '../../../../domain/person/contact-policy.ts'
import { audienceRange, audienceSize } from '../../../../domain/spinner/audience.ts'
import {
  type AddressFacts,
  type AudienceQuery,
  type FactsQuery,
  type FoundAudience,
  RehearsalFacts,
  type RehearsalSurroundings,
  type RehearsedRecord,
} from '../../../../ports/job/rehearsal/rehearsal-facts.ts'
import { historyOf } from '../../person/contacts.ts'
import { suppressionReasonOf } from '../../person/suppressions.ts'
import { isPausedFor } from '../../sender/pacing/sender-breakers.ts'
import { poolUse } from '../../sender/pacing/sender-pools.ts'
import type { MemoryStore } from '../../store.ts'
import { countNamed, isNamed } from '../named/named-marks.ts'
import { sum, waitingReturns } from '../slices/returned-records.ts'

const part = 500

export class MemoryRehearsalFacts extends RehearsalFacts {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async surroundings(
    { organizationId, spinnerId }: FactsQuery,
    at: Date,
  ): Promise<RehearsalSurroundings> {
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
        pool: poolUse(this.#store, sender.poolId, at),
      })),
      spinnerPausedAt: this.#store.spinners.get(spinnerId)?.pausedAt ?? null,
      defaultSender: defaultSenderOf(own)?.id ?? null,
    }
  }

  override async ofAddresses(
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

  override async audienceOfSpinner({ spinnerId, dataTableId, takes }: AudienceQuery): Promise<FoundAudience> {
    const spinner = this.#store.spinners.get(spinnerId)
    const table = this.#store.tables.get(dataTableId)
    if (spinner === undefined || table === undefined)
      throw new Error('The rehearsed spinner or its data table does not exist')
    const isNew = takes === 'new'
    const back = isNew ? waitingReturns(this.#store, spinnerId) : []
    const range = audienceRange(takes, spinner.taken, table.end, sum(back))
    const [fromSeq, toSeq] = [range.from.seq, range.to.seq]
    const idsIn = (from: number, to: number) =>
      this.#idsIn(dataTableId, from, to).filter((id) => !isNew || !isNamed(this.#store, spinnerId, id))
    const ids = [
      ...back.flatMap(({ part: of }) =>
        'fromSeq' in of ? idsIn(of.fromSeq, of.toSeq) : of.recordIds.map(Number),
      ),
      ...idsIn(fromSeq, toSeq),
    ]
    const passed = isNew ? countNamed(this.#store, spinnerId, { fromSeq, toSeq }) : 0
    return { size: audienceSize(range) - passed, parts: () => this.#parts(dataTableId, ids) }
  }

  override audienceOfRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience {
    return { size: recordIds.length, parts: () => this.#parts(dataTableId, recordIds.map(Number)) }
  }

  async *#parts(dataTableId: string, ids: readonly number[]): AsyncIterable<readonly RehearsedRecord[]> {
    const records = this.#store.records.get(dataTableId)
    for (let at = 0; at < ids.length; at += part)
      yield ids.slice(at, at + part).flatMap((id) => {
        const data = records?.get(id)
        return data === undefined ? [] : [{ id: String(id), data }]
      })
  }

  #idsIn(dataTableId: string, fromSeq: number, toSeq: number): readonly number[] {
    return (this.#store.appends.get(dataTableId) ?? [])
      .filter(({ seq }) => seq > fromSeq && seq <= toSeq)
      .flatMap(({ firstId, count }) => Array.from({ length: count }, (_, index) => firstId + index))
  }
}

function withRest(budget: SenderBudget | null, restsUntil: Date | null): SenderBudget | null {
  return budget && { ...budget, restsUntil }
}
