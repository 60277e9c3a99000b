import { apiKeyIdOf } from '../../../domain/account/audit/actor.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { ChangedCells, NoChange } from '../../../ports/table/records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { storedTable } from '../locked-table.ts'
import { assertChangesFit, recordChanged } from './record-changed.ts'

interface ChangeOfRecord {
  readonly recordId: string
  /** The new values of the record by column; other columns stay unchanged. */
  readonly data: DataRecord
  /** Values that cells of the record must still have; otherwise the record stays unchanged. */
  readonly expected?: DataRecord
}

export interface ChangeRecordsCommand extends Requester {
  readonly dataTableId: string
  readonly records: readonly ChangeOfRecord[]
  readonly requestId: string
}

export const maxChangedAtOnce = 500

/** The cells of a record that were changed, or the reason why none was. */
type Outcome = ChangedCells | NoChange | 'matched'

export interface RecordOutcome {
  readonly recordId: string
  readonly status: Outcome
}

/**
 * Changes cells of several records that a user has edited together. Records whose match key changes are changed
 * in a transaction each, because keys are locked before records; the others in one.
 */
export class ChangeRecords {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /** Returns the outcomes in the order of the records. Calls `yieldToOthers` between transactions. */
  async execute(
    command: ChangeRecordsCommand,
    yieldToOthers: () => Promise<void>,
  ): Promise<readonly RecordOutcome[]> {
    const { organizationId, dataTableId, records } = command
    const table = await this.#unitOfWork.run((tx) => storedTable(tx, organizationId, dataTableId))
    assertChangesFit(
      table,
      records.map(({ data }) => data),
      (index) => `/records/${index}/data`,
    )
    const [keyed, others] = [
      records.filter((changeOfRecord) => isKeyed(table, changeOfRecord)),
      records.filter((changeOfRecord) => !isKeyed(table, changeOfRecord)),
    ]
    const outcomes = new Map<string, Outcome>()
    for (const part of [others, ...keyed.map((changeOfRecord) => [changeOfRecord])]) {
      if (part.length === 0) continue
      for (const [id, outcome] of await this.#change(table, command, part)) outcomes.set(id, outcome)
      await yieldToOthers()
    }
    return records.map(({ recordId }) => ({ recordId, status: outcomes.get(recordId) ?? 'missing' }))
  }

  #change(
    table: DataTable,
    { organizationId, requestId, by }: ChangeRecordsCommand,
    part: readonly ChangeOfRecord[],
  ): Promise<ReadonlyMap<string, Outcome>> {
    return this.#unitOfWork.run(async (tx) => {
      const common = { table, requestId, apiKeyId: apiKeyIdOf(by), at: this.#clock.now() }
      const records = part.map(({ data, ...one }) => ({ ...one, cells: data }))
      const [first] = records
      const outcomes: ReadonlyMap<string, Outcome> =
        first !== undefined && part.some((changeOfRecord) => isKeyed(table, changeOfRecord))
          ? new Map([[first.recordId, await tx.records.change({ ...common, ...first })]])
          : await tx.records.changeSeveral({ ...common, records })
      const hasValues = (await tx.organizations.find(organizationId))?.auditsValues ?? false
      await tx.audit.addAll(
        [...outcomes].flatMap(([recordId, outcome]) =>
          typeof outcome === 'string' ? [] : [recordChanged(outcome, { table, recordId, by, hasValues })],
        ),
      )
      return outcomes
    })
  }
}

/** Returns whether a change may give the record another match key or another version. */
function isKeyed({ match }: DataTable, { data }: ChangeOfRecord): boolean {
  if (match === null) return false
  return [...match.columns, match.newerBy].some((column) => column !== null && Object.hasOwn(data, column))
}
