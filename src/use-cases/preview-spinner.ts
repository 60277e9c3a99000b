import { DomainError } from '../domain/errors.ts'
import type { DueRecipient, Outcome } from '../domain/job/recipient.ts'
import { scopeOf } from '../domain/spinner/scope.ts'
import type { Spinner } from '../domain/spinner/spinner.ts'
import type { Step } from '../domain/spinner/step.ts'
import type { RecordView } from '../domain/table/cell.ts'
import { metadataColumnsOf } from '../domain/table/data-table.ts'
import type { DataTableQueries } from '../ports/data-table-queries.ts'
import type { RecordQueries } from '../ports/record-queries.ts'
import type { SpinnerQueries } from '../ports/spinner-queries.ts'
import type { Prepared } from './steps/step-runner.ts'
import type { StepRunners } from './steps/step-runners.ts'

export const mostPreviewed = 10

/** What a person reads; templates that take more are looked at record by record. */
const longestMs = 2_000
const mostCharacters = 2_000_000

export interface PreviewSpinnerQuery {
  readonly organizationId: string
  readonly spinnerId: string
  /** Null for the first ones of the table. */
  readonly recordIds: readonly string[] | null
}

export interface PreviewedStep {
  readonly step: number
  readonly type: Step['type']
  readonly outcome: 'sends' | 'passes' | 'skips' | 'fails'
  /** Why it is skipped or fails. */
  readonly reason: string | null
  /** What would be sent. */
  readonly message: object | null
}

export interface Previewed {
  readonly recordId: string
  readonly steps: readonly PreviewedStep[]
}

/** What the draft would do for a few records, step by step, by the very code that runs it. Sends nothing. */
export class PreviewSpinner {
  readonly #spinners: SpinnerQueries
  readonly #dataTables: DataTableQueries
  readonly #records: RecordQueries
  readonly #runners: StepRunners

  constructor(
    spinners: SpinnerQueries,
    dataTables: DataTableQueries,
    records: RecordQueries,
    runners: StepRunners,
  ) {
    this.#spinners = spinners
    this.#dataTables = dataTables
    this.#records = records
    this.#runners = runners
  }

  async execute({
    organizationId,
    spinnerId,
    recordIds,
  }: PreviewSpinnerQuery): Promise<readonly Previewed[]> {
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const table = await this.#dataTables.find(organizationId, spinner.dataTableId)
    if (table === null) throw new Error('A spinner is over a data table that exists')
    const records =
      recordIds === null
        ? (await this.#records.list(table.id, 'arrival', { limit: mostPreviewed, after: null })).items
        : await this.#records.some(table.id, recordIds)
    const metadata = metadataColumnsOf(table)
    const previewed: Previewed[] = []
    const until = Date.now() + longestMs
    let size = 0
    for (const record of records) {
      const steps = this.#stepsFor(spinner, record, metadata)
      size += JSON.stringify(steps).length
      if (Date.now() > until || size > mostCharacters) throw tooMuch()
      previewed.push({ recordId: record.id, steps })
      // Rendering is work for which the requests of others would have to wait.
      await new Promise((done) => setImmediate(done))
    }
    return previewed
  }

  #stepsFor(spinner: Spinner, record: RecordView, metadata: readonly string[]): readonly PreviewedStep[] {
    const steps: PreviewedStep[] = []
    const scope = scopeOf(record.data, metadata)
    for (const [index, step] of spinner.steps.entries()) {
      const recipient = recipientOf(record, index)
      const turn = { organizationId: spinner.organizationId, jobId: 'preview', recipient, step, scope }
      const previewed = previewOf(index, step, () => this.#runners.of(step).prepare(turn))
      steps.push(previewed)
      if (previewed.outcome === 'skips' || previewed.outcome === 'fails') break
    }
    return steps
  }
}

function tooMuch(): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message: 'The templates take too long, or render to too much, for so many records; ask for fewer',
    errors: [{ pointer: '/recordIds', code: 'TOO_MANY' }],
  })
}

function recipientOf({ id, data }: RecordView, step: number): DueRecipient {
  return { recordId: id, step, attempts: 0, data, inDoubt: false }
}

function previewOf(step: number, { type }: Step, prepare: () => Prepared | Outcome): PreviewedStep {
  const nothing = { step, type, reason: null, message: null }
  try {
    const prepared = prepare()
    if ('send' in prepared) return { ...nothing, outcome: 'sends', message: prepared.preview }
    if (prepared.kind === 'passed') return { ...nothing, outcome: 'passes' }
    const reason = 'reason' in prepared ? prepared.reason : null
    return { ...nothing, outcome: prepared.kind === 'skipped' ? 'skips' : 'fails', reason }
  } catch (error) {
    if (error instanceof DomainError) return { ...nothing, outcome: 'fails', reason: error.message }
    throw error
  }
}
