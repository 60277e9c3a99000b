import { DomainError } from '../../domain/errors.ts'
import { type BranchCount, BranchTally, type ColumnValues } from '../../domain/spinner/branch-tally.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { programOf } from '../../domain/spinner/steps/program.ts'
import type { Step } from '../../domain/spinner/steps/step.ts'
import { questionsOfStep } from '../../domain/spinner/steps/step-capabilities.ts'
import { noAnswers } from '../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../domain/spinner/where/visible-cells.ts'
import { metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { Timers } from '../../ports/timers.ts'

/** The largest number of records that are counted, newest first. */
export const maxCounted = 10_000
/** The time after which no more records are read, so that a count is never a burden. */
const maxCountingMs = 1_000
const recordsAtOnce = 1_000
/** The number of records that are counted before other requests get their turn. */
const recordsPerTurn = 100

export interface BranchCounts {
  readonly branches: readonly BranchCount[]
  readonly columns: readonly ColumnValues[]
  /** The number of records that were counted. */
  readonly counted: number
  /** Whether all records of the table were counted. */
  readonly isComplete: boolean
}

/** Counts how many records of a spinner's table would take each branch of a draft. */
export class CountBranches {
  readonly #spinners: SpinnerStore
  readonly #dataTables: DataTableStore
  readonly #records: RecordStore
  readonly #clock: Clock
  readonly #timers: Timers

  constructor(
    spinners: SpinnerStore,
    dataTables: DataTableStore,
    records: RecordStore,
    clock: Clock,
    timers: Timers,
  ) {
    this.#spinners = spinners
    this.#dataTables = dataTables
    this.#records = records
    this.#clock = clock
    this.#timers = timers
  }

  async execute({
    organizationId,
    spinnerId,
    steps: unsaved,
  }: {
    organizationId: string
    spinnerId: string
    /** The unsaved steps of the editor; null for the steps of the saved draft. */
    steps: readonly Step[] | null
  }): Promise<BranchCounts> {
    const spinner: Spinner | null = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const table = await this.#dataTables.find(organizationId, spinner.dataTableId)
    if (table === null) throw new Error('The data table of the spinner does not exist')
    const tally = new BranchTally(unsaved ?? spinner.steps, this.#clock.now())
    const metadata = metadataColumnsOf(table)
    const questions = programOf(unsaved ?? spinner.steps).flatMap(({ step }) => questionsOfStep(step))
    const questionsOfTable = { dataTableId: table.id, questions, now: this.#clock.now() }
    const startedMs = this.#timers.elapsedMs()
    let after: string | null = null
    do {
      const page = { limit: recordsAtOnce, after }
      const { items, next } = await this.#records.list(table.id, 'desc', page)
      const answers =
        questions.length === 0 ? null : await this.#records.answersAbout(questionsOfTable, items)
      for (let at = 0; at < items.length; at += recordsPerTurn) {
        const part = items.slice(at, at + recordsPerTurn)
        tally.add(
          part.map(({ id, data }) => ({
            cells: visibleCells(data, metadata),
            answers: answers?.get(id) ?? noAnswers,
          })),
        )
        await this.#timers.yieldToOthers()
      }
      after = next
    } while (
      after !== null &&
      tally.counted < maxCounted &&
      this.#timers.elapsedMs() - startedMs < maxCountingMs
    )
    await this.#records.assertSameColumns(table)
    return { ...tally.result(), isComplete: after === null }
  }
}
