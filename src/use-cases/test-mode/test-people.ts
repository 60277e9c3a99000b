import { DomainError } from '../../domain/errors.ts'
import { addressesInEmailColumns } from '../../domain/person/address-cells.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import { rangeKindOf, segmentOf } from '../../domain/spinner/audience.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { Where } from '../../domain/spinner/where/where.ts'
import { type DataTable, metadataColumnsOf } from '../../domain/table/data-table.ts'
import { TableSchema } from '../../domain/table/table-schema.ts'
import {
  maxTestPeople,
  type RequestedPeople,
  samplePeople,
  type TestPeopleSource,
} from '../../domain/test-mode/test-people.ts'
import { canonicalText } from '../../domain/text/canonical-text.ts'
import type { Clock } from '../../ports/clock.ts'
import type {
  RehearsalFacts,
  RehearsedAudience,
  RehearsedRecord,
} from '../../ports/job/rehearsal/rehearsal-facts.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { NameAudience } from '../job/name-audience.ts'

/** The people to whom a test of a spinner writes, as records of its table. */
export interface ChosenPeople {
  readonly source: TestPeopleSource
  readonly records: readonly RehearsedRecord[]
}

/** Chooses the people of a test from the real table of a spinner. Changes nothing. */
export class TestPeople {
  readonly #facts: RehearsalFacts
  readonly #records: RecordStore
  readonly #nameAudience: NameAudience
  readonly #clock: Clock

  constructor(facts: RehearsalFacts, records: RecordStore, nameAudience: NameAudience, clock: Clock) {
    this.#facts = facts
    this.#records = records
    this.#nameAudience = nameAudience
    this.#clock = clock
  }

  async choose(request: RequestedPeople, spinner: Spinner, table: DataTable): Promise<ChosenPeople> {
    if (request.kind === 'samples') return this.#samples(table)
    if (request.kind !== 'audience') {
      const ids = request.kind === 'where' ? await this.#like(table, request.where) : request.ids
      const records = await this.#records.some(table.id, ids.slice(0, maxTestPeople))
      if (records.length > 0) return { source: 'records', records }
      const message = 'The data table of the spinner has none of the records; choose other records'
      throw new DomainError('AUDIENCE_INVALID', {
        message,
        errors: [{ pointer: `/${request.kind}`, code: 'NO_RECORDS', message }],
      })
    }
    const segmentId = segmentOf(spinner.audience)
    const parts =
      segmentId === null
        ? await this.#audienceOf(spinner, table, rangeKindOf(spinner.audience))
        : this.#facts.audienceOfRecords(table.id, await this.#like(table, { segmentId })).parts
    const records = await this.#firstOf(spinner, parts)
    if (records.length > 0) return { source: 'audience', records }
    const others = await this.#firstOf(spinner, await this.#audienceOf(spinner, table, 'all'))
    if (others.length > 0) return { source: 'records', records: others }
    return this.#samples(table)
  }

  /** Returns whether the chosen records are unchanged in the real table. A person may have been erased meanwhile. */
  async areUnchanged({ source, records }: ChosenPeople, table: DataTable): Promise<boolean> {
    if (source === 'samples') return true
    const ids = records.map(({ id }) => id)
    const stored = new Map((await this.#records.some(table.id, ids)).map(({ id, data }) => [id, data]))
    return records.every(({ id, data }) => {
      const present = stored.get(id)
      return present !== undefined && canonicalText(present) === canonicalText(data)
    })
  }

  #like(table: DataTable, where: Where): Promise<readonly string[]> {
    const target = { tableSchema: new TableSchema(table), metadataColumns: metadataColumnsOf(table) }
    return this.#nameAudience.like(target, where, maxTestPeople)
  }

  #samples({ columns }: DataTable): ChosenPeople {
    const records = samplePeople(columns, this.#clock.now())
    return { source: 'samples', records: records.map((data, index) => ({ id: `#${index}`, data })) }
  }

  async #audienceOf(
    { organizationId, id: spinnerId }: Spinner,
    { id: dataTableId }: DataTable,
    takes: 'new' | 'all',
  ): Promise<RehearsedAudience['parts']> {
    return (await this.#facts.audienceOfSpinner({ organizationId, spinnerId, dataTableId, takes })).parts
  }

  /** Returns the first records of an audience, and those of suppressed people only if there are no others. */
  async #firstOf(
    { organizationId, id: spinnerId, isExclusive }: Spinner,
    parts: RehearsedAudience['parts'],
  ): Promise<readonly RehearsedRecord[]> {
    const query = { organizationId, spinnerId }
    for await (const part of parts) {
      if (part.length === 0) continue
      const surroundings = await this.#facts.surroundings(query, this.#clock.now())
      const addresses = [...new Set(part.flatMap(({ data }) => addressesInEmailColumns(data)))]
      const facts = await this.#facts.ofAddresses({ ...query, isExclusive }, surroundings, addresses)
      const isSuppressed = (data: DataRecord) =>
        addressesInEmailColumns(data).some((address) => (facts.get(address)?.suppression ?? null) !== null)
      const reachable = part.filter(({ data }) => !isSuppressed(data))
      return (reachable.length > 0 ? reachable : part).slice(0, maxTestPeople)
    }
    return []
  }
}
