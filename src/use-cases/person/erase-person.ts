import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { addressesInEmailColumns } from '../../domain/person/address-cells.ts'
import {
  type ErasedCounts,
  type ErasureReceipt,
  maxStoredRecords,
  type PersonToErase,
  personStores,
  type RemainingRecord,
  sumOfErasures,
} from '../../domain/person/erasure.ts'
import { erasedCells, matcherOfAddress } from '../../domain/person/person-matcher.ts'
import type { PersonIdentity, PersonQuery } from '../../domain/person/person-query.ts'
import type { Match } from '../../domain/table/match.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { ErasedRecord, PersonRecord, PersonStore, RecipientOfJob } from '../../ports/person/people.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { Timers } from '../../ports/timers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { ArrivalsOfPerson } from './arrivals-of-person.ts'
import { identifyPeople, identityText } from './identify-people.ts'
import { writesTo } from './writes-to.ts'

export interface ErasePersonCommand extends Requester {
  readonly sought: PersonQuery
}

export class ErasePersonOptions {
  /**
   * The time in milliseconds for which the erase waits for messages that are being sent to the person. After
   * it, the receipt reports them as unfinished.
   */
  readonly wireMs: number

  constructor(wireMs: number) {
    this.wireMs = wireMs
  }
}

interface ErasedRecords {
  readonly counts: ErasedCounts
  readonly remainingRecords: readonly RemainingRecord[]
}

/**
 * The milliseconds by which the clocks of two processes may differ. An erasure counts restorations from this time before
 * its beginning on.
 */
const maxClockDifferenceMs = 5 * 60_000
/** The number of erased records whose data in other tables is erased together. */
const recordsAtOnce = 20_000
/**
 * The time in milliseconds between two attempts to erase recipients while messages are being sent to them.
 */
const retryEveryMs = 100

/**
 * Erases everything stored about a person, in commits small enough not to delay requests. The first commit
 * turns the suppression into a digest, so that the person gets no message at any moment. The records are
 * erased before their traces, which are found by them. Messages that are being sent are awaited, to erase
 * their traces too. An interrupted erase is completed by running it again.
 */
export class ErasePerson {
  readonly #unitOfWork: UnitOfWork
  readonly #people: PersonStore
  readonly #arrivals: ArrivalsOfPerson
  readonly #digests: PersonDigests
  readonly #templates: Templates
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #options: ErasePersonOptions

  constructor(
    unitOfWork: UnitOfWork,
    people: PersonStore,
    arrivals: ArrivalsOfPerson,
    digests: PersonDigests,
    templates: Templates,
    clock: Clock,
    timers: Timers,
    options: ErasePersonOptions,
  ) {
    this.#unitOfWork = unitOfWork
    this.#people = people
    this.#arrivals = arrivals
    this.#digests = digests
    this.#templates = templates
    this.#clock = clock
    this.#timers = timers
    this.#options = options
  }

  async execute({ organizationId, sought, by }: ErasePersonCommand): Promise<ErasureReceipt> {
    await this.#assertOrganization(organizationId)
    const testId = await this.#testOrganizationOf(organizationId)
    const people = await identifyPeople(this.#people, organizationId, sought)
    const copies = testId === null ? [] : await identifyPeople(this.#people, testId, sought)
    const receipts: ErasureReceipt[] = []
    for (const person of people) receipts.push(await this.#erase(organizationId, person, by))
    if (testId === null) return receipts.reduce(joined)
    // A test of a spinner copies records into the test organization. The test organization comes last, so that a test
    // which copies a record meanwhile finds the record changed, or its copy is found here. Copies that are made meanwhile
    // have the identities of the real person.
    const inTest = new Map([...people, ...copies].map((person) => [identityText(person), person]))
    for (const person of inTest.values()) receipts.push(await this.#erase(testId, person, by))
    return receipts.reduce(joined)
  }

  async #testOrganizationOf(organizationId: string): Promise<string | null> {
    return await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      return await tx.testClocks.organizationOf(organizationId)
    })
  }

  async #erase(organizationId: string, known: PersonIdentity, by: Actor): Promise<ErasureReceipt> {
    const digest = await this.#digests.of(organizationId, identityText(known))
    const person: PersonToErase = { ...known, organizationId, digest }
    const begun = await this.#begin(person, by)
    // Erases held bodies and staged rows before records. If they become records meanwhile, the search for
    // records finds them.
    const arrivals = await this.#arrivals.erase(organizationId, person)
    const rows = await this.#people.eraseImportRows(person)
    const { counts: records, remainingRecords } = await this.#eraseRecordsAndBin(person)
    await this.#people.noteDeleted(person)
    const rest = await this.#eraseTraces(person)
    // Searches for suppressions of the address again, because a bounce or an unsubscribe may have suppressed the
    // address meanwhile.
    const ended = await this.#unitOfWork.run(async (tx) => {
      const suppressions = await digestedIn(tx, person)
      const { address } = person
      const events = address === null ? 0 : await tx.events.eraseAddress(organizationId, address)
      await tx.events.add({
        type: 'person.erased',
        organizationId,
        projectId: null,
        data: {},
        events: [{ objectId: digest }],
      })
      // Requests a turn of the organization, so that a runtime counts the slices with stopped recipients
      // again.
      await tx.jobs.announceTurns([organizationId])
      const suppression = await tx.contactRules.digested(organizationId, digest)
      return { suppressions, events, isSuppressed: suppression !== null }
    })
    const counts = sumOfErasures(begun, { arrivals }, records, rows, rest.counts, {
      suppressions: ended.suppressions,
      events: ended.events,
    })
    return {
      at: this.#clock.now(),
      person: digest,
      isFound: Object.keys(counts).length > 0 || rest.inTransit > 0,
      inTransit: rest.inTransit,
      isSuppressed: ended.isSuppressed,
      stores: personStores.map((store) => ({ store, erased: counts[store] ?? 0 })),
      remainingRecords,
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

  /**
   * Erases the person's records in the tables and the bin. Searches the bin before and after the tables, because records
   * may be deleted or restored meanwhile. A record that is first deleted and then restored can pass both searches, so
   * that they are repeated until no request has restored records during them.
   */
  async #eraseRecordsAndBin(person: PersonToErase): Promise<ErasedRecords> {
    const { organizationId } = person
    const since = new Date(this.#clock.now().getTime() - maxClockDifferenceMs)
    const restorations = () => this.#people.restorationsSince(organizationId, since)
    let counts: ErasedCounts = {}
    const remainingRecords = new Map<string, RemainingRecord>()
    for (let [before, after] = [-1, await restorations()]; before !== after; after = await restorations()) {
      before = after
      const deletedBefore = await this.#people.eraseDeletedRecords(person)
      const erased = await this.#eraseRecords(person)
      const deletedAfter = await this.#people.eraseDeletedRecords(person)
      counts = sumOfErasures(counts, deletedBefore, erased.counts, deletedAfter)
      for (const record of erased.remainingRecords)
        remainingRecords.set(`${record.dataTableId} ${record.recordId}`, record)
    }
    return { counts, remainingRecords: [...remainingRecords.values()].slice(0, maxStoredRecords) }
  }

  async #eraseRecords(person: PersonToErase): Promise<ErasedRecords> {
    const { organizationId } = person
    let counts: ErasedCounts = {}
    const remainingRecords: RemainingRecord[] = []
    for await (const found of this.#people.recordsNaming(organizationId, person))
      for (const [dataTableId, recordIds] of byTable(found)) {
        counts = sumOfErasures(counts, await this.#people.eraseRecords(person, { dataTableId, recordIds }))
        const rules = await this.#unitOfWork.run((tx) =>
          tx.dataTables.personRulesOf(organizationId, dataTableId),
        )
        const recordsOfTable = found.filter((record) => record.dataTableId === dataTableId)
        remainingRecords.push(
          ...recordsOfTable.flatMap((record) => storedOf(person, rules?.match ?? null, record)),
        )
      }
    return { counts, remainingRecords: remainingRecords.slice(0, maxStoredRecords) }
  }

  /** Erases the data about a person's records in other tables, in batches if there are many records. */
  async #eraseTraces(person: PersonToErase): Promise<{ counts: ErasedCounts; inTransit: number }> {
    const { organizationId } = person
    let counts: ErasedCounts = {}
    for (;;) {
      const records = await this.#people.erasedRecords(organizationId, recordsAtOnce)
      const { recipients, inTransit } = await this.#eraseRecipients(person, records)
      // Keeps the contacts while messages are being sent. Otherwise a repeat could not stop a recipient of another
      // person's record, whose template builds the address, before the next message to the person.
      const rest = await this.#people.eraseRest(person, records, inTransit > 0)
      counts = sumOfErasures(counts, { recipients }, rest)
      if (inTransit > 0) return { counts, inTransit }
      await this.#people.forget(organizationId, records)
      if (records.length < recordsAtOnce) return { counts, inTransit: 0 }
    }
  }

  /**
   * Erases the person's recipients, again and again until no message to the person is being sent or the time
   * is over.
   */
  async #eraseRecipients(person: PersonToErase, records: readonly ErasedRecord[]) {
    const until = this.#timers.elapsedMs() + this.#options.wireMs
    for (let recipients = 0; ; await this.#timers.sleep(retryEveryMs)) {
      const written = await this.#recipientsWrittenTo(person)
      const { erased, inTransit } = await this.#people.eraseRecipients(person, records, written)
      recipients += erased
      if (inTransit === 0 || this.#timers.elapsedMs() > until) return { recipients, inTransit }
    }
  }

  /**
   * Returns the recipients whose job has written to the person's address and would write to it again. The person's
   * cells are erased already, so a lead whose owner was the person is not among them.
   */
  async #recipientsWrittenTo(person: PersonToErase): Promise<readonly RecipientOfJob[]> {
    const written: RecipientOfJob[] = []
    for await (const page of this.#people.contactedRecipients(person))
      for (const recipient of page) {
        const { jobId, recordId } = recipient
        if (await writesTo(this.#templates, person, recipient, this.#clock.now()))
          written.push({ jobId, recordId })
      }
    return written
  }
}

/** Replaces the suppression of an address by a digest. Returns the number of replaced suppressions. */
async function digestedIn(
  tx: Transaction,
  { organizationId, address, digest }: PersonToErase,
): Promise<number> {
  return address === null
    ? 0
    : Number(await tx.contactRules.digest({ organizationId, email: address, digest }))
}

/**
 * Joins the receipts of two erases of one person, by address and by column value, into one with the digest of
 * the address.
 */
function joined(first: ErasureReceipt, second: ErasureReceipt): ErasureReceipt {
  return {
    ...first,
    at: second.at,
    isFound: first.isFound || second.isFound,
    inTransit: first.inTransit + second.inTransit,
    stores: first.stores.map(({ store, erased }, index) => ({
      store,
      erased: erased + (second.stores[index]?.erased ?? 0),
    })),
    remainingRecords: [...first.remainingRecords, ...second.remainingRecords].slice(0, maxStoredRecords),
  }
}

/** Returns a record as a receipt names it, if it is kept although it names the person; an empty list otherwise. */
function storedOf(
  { address }: PersonToErase,
  match: Pick<Match, 'columns'> | null,
  { dataTableId, recordId, data }: PersonRecord,
): readonly RemainingRecord[] {
  const cells = address === null ? null : erasedCells(match, data, matcherOfAddress(address))
  if (cells === null || Object.keys(cells).length === 0) return []
  const reason = addressesInEmailColumns(data).length > 0 ? 'anotherPerson' : 'noAddress'
  return [{ dataTableId, recordId, columns: Object.keys(cells), reason }]
}

function byTable(records: readonly PersonRecord[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(records, ({ dataTableId }) => dataTableId)].map(([id, found]) => [
      id,
      found.map(({ recordId }) => recordId),
    ]),
  )
}
