import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import {
  type ErasedCounts,
  type ErasureReceipt,
  type PersonToErase,
  personStores,
  together,
} from '../../domain/person/erasure.ts'
import type { PersonSought, SoughtPerson } from '../../domain/person/person-sought.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ErasedRecord, PersonCopies } from '../../ports/person/person-copies.ts'
import type { PersonDigests } from '../../ports/person/person-digests.ts'
import type { PersonRecord, PersonRecords } from '../../ports/person/person-records.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { ArrivalsOfPerson } from './arrivals-of-person.ts'
import { identityOf, soughtPeople } from './sought-people.ts'

export interface ErasePersonCommand {
  readonly organizationId: string
  readonly sought: PersonSought
  readonly by: Actor
}

export class ErasePersonOptions {
  /**
   * The time in milliseconds for which the erase waits for messages that are being sent. Afterwards the
   * receipt reports them as unfinished.
   */
  readonly wireMs: number

  constructor(wireMs: number) {
    this.wireMs = wireMs
  }
}

/** The number of erased records whose traces are removed in one part. */
const recordsAtOnce = 20_000
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 100))

/**
 * Erases everything stored about a person, in commits small enough not to delay others. The first commit
 * turns the suppression into a digest, so that the person is protected from messages at every moment. Then
 * the records are erased and noted, because the later steps find the rest by them. Messages being sent are
 * awaited, so that their traces are erased too. An interrupted erase is completed by running it again; a
 * further run finds nothing.
 */
export class ErasePerson {
  readonly #unitOfWork: UnitOfWork
  readonly #records: PersonRecords
  readonly #arrivals: ArrivalsOfPerson
  readonly #copies: PersonCopies
  readonly #digests: PersonDigests
  readonly #clock: Clock
  readonly #options: ErasePersonOptions

  constructor(
    unitOfWork: UnitOfWork,
    records: PersonRecords,
    arrivals: ArrivalsOfPerson,
    copies: PersonCopies,
    digests: PersonDigests,
    clock: Clock,
    options: ErasePersonOptions,
  ) {
    this.#unitOfWork = unitOfWork
    this.#records = records
    this.#arrivals = arrivals
    this.#copies = copies
    this.#digests = digests
    this.#clock = clock
    this.#options = options
  }

  async execute({ organizationId, sought, by }: ErasePersonCommand): Promise<ErasureReceipt> {
    await this.#assertOrganization(organizationId)
    const receipts: ErasureReceipt[] = []
    for (const known of await soughtPeople(this.#records, organizationId, sought))
      receipts.push(await this.#erase(organizationId, known, by))
    return receipts.reduce(joined)
  }

  async #erase(organizationId: string, known: SoughtPerson, by: Actor): Promise<ErasureReceipt> {
    const digest = await this.#digests.of(organizationId, identityOf(known))
    const person: PersonToErase = { ...known, organizationId, digest }
    const begun = await this.#begin(person, by)
    // Held bodies and staged rows first. If they become records meanwhile, the search for records finds them.
    const arrivals = await this.#arrivals.erase(organizationId, person)
    const rows = await this.#copies.eraseImportRows(person)
    const records = await this.#eraseRecords(person)
    await this.#copies.noteDeleted(person)
    const rest = await this.#eraseTraces(person)
    // A message that was being sent may have bounced meanwhile, or somebody may have followed its link.
    const ended = await this.#unitOfWork.run(async (tx) => {
      const suppressions = await digestedIn(tx, person)
      // Requests a turn, so that slices with stopped recipients are counted again.
      await tx.wakeups.add([organizationId])
      const kept = await tx.suppressions.digested(organizationId, digest)
      return { suppressions, suppressed: kept !== null }
    })
    const counts = together(begun, { arrivals }, records, rows, rest.counts, {
      suppressions: ended.suppressions,
    })
    return {
      at: this.#clock.now(),
      person: digest,
      found: Object.keys(counts).length > 0 || rest.onTheWire > 0,
      onTheWire: rest.onTheWire,
      suppressed: ended.suppressed,
      stores: personStores.map((store) => ({ store, erased: counts[store] ?? 0 })),
    }
  }

  async #assertOrganization(organizationId: string): Promise<void> {
    const organization = await this.#unitOfWork.run((tx) => tx.organizations.lock(organizationId))
    if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
  }

  async #begin(person: PersonToErase, by: Actor): Promise<ErasedCounts> {
    const { organizationId, digest } = person
    return this.#unitOfWork.run(async (tx) => {
      const suppressions = await digestedIn(tx, person)
      const subject = { kind: 'person', id: null, name: digest } as const
      await tx.audit.add({ action: 'person.erased', organizationId, by, subject })
      return { suppressions }
    })
  }

  async #eraseRecords(person: PersonToErase): Promise<ErasedCounts> {
    let counts: ErasedCounts = {}
    for await (const found of this.#records.naming(person.organizationId, person))
      for (const [dataTableId, recordIds] of byTable(found))
        counts = together(counts, await this.#copies.eraseRecords(person, { dataTableId, recordIds }))
    return counts
  }

  /** Erases the traces in other tables, in parts if many records were erased. */
  async #eraseTraces(person: PersonToErase): Promise<{ counts: ErasedCounts; onTheWire: number }> {
    const { organizationId } = person
    let counts: ErasedCounts = {}
    for (;;) {
      const records = await this.#copies.erasedRecords(organizationId, recordsAtOnce)
      const { recipients, onTheWire } = await this.#eraseRecipients(person, records)
      const rest = await this.#copies.eraseRest(person, records)
      counts = together(counts, { recipients }, rest)
      if (onTheWire > 0) return { counts, onTheWire }
      await this.#copies.forget(organizationId, records)
      if (records.length < recordsAtOnce) return { counts, onTheWire: 0 }
    }
  }

  /** Repeats the erase until no message is being sent, for a limited time. */
  async #eraseRecipients(person: PersonToErase, records: readonly ErasedRecord[]) {
    const until = performance.now() + this.#options.wireMs
    for (let recipients = 0; ; await aMoment()) {
      const { erased, onTheWire } = await this.#copies.eraseRecipients(person, records)
      recipients += erased
      if (onTheWire === 0 || performance.now() > until) return { recipients, onTheWire }
    }
  }
}

/** Turns the suppression of an address into a digest. Returns the number of suppressions. */
async function digestedIn(
  tx: Transaction,
  { organizationId, address, digest }: PersonToErase,
): Promise<number> {
  return address === null
    ? 0
    : Number(await tx.suppressions.digest({ organizationId, email: address, digest }))
}

/**
 * Joins two receipts of a person who is recognized by an address and by a value, under the digest of the
 * address.
 */
function joined(first: ErasureReceipt, second: ErasureReceipt): ErasureReceipt {
  return {
    ...first,
    at: second.at,
    found: first.found || second.found,
    onTheWire: first.onTheWire + second.onTheWire,
    stores: first.stores.map(({ store, erased }, index) => ({
      store,
      erased: erased + (second.stores[index]?.erased ?? 0),
    })),
  }
}

function byTable(records: readonly PersonRecord[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(records, ({ dataTableId }) => dataTableId)].map(([id, found]) => [
      id,
      found.map(({ recordId }) => recordId),
    ]),
  )
}
