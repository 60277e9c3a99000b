import { DomainError } from '../../domain/errors.ts'
import type { TriggerData } from '../../domain/job/audience/audience-wish.ts'
import type { DueRecipient } from '../../domain/job/recipient/recipient.ts'
import { wordsOfSuppression } from '../../domain/person/suppression.ts'
import { nextOf, type Place, pathOf, programOf } from '../../domain/spinner/program.ts'
import { columnsOfWindow } from '../../domain/spinner/send-window.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { type Step, sends } from '../../domain/spinner/step.ts'
import { recipientBudget, requestBudget, type TemplateBudget } from '../../domain/spinner/template-budget.ts'
import {
  assertTriggerData,
  sampleTriggerData,
  triggerColumns,
  withTriggerData,
} from '../../domain/spinner/trigger-data.ts'
import { visibleCells } from '../../domain/spinner/visible-cells.ts'
import type { RecordView } from '../../domain/table/cell.ts'
import { metadataColumnsOf } from '../../domain/table/data-table.ts'
import type { Suppressions } from '../../ports/person/suppressions.ts'
import type { SpinnerQueries } from '../../ports/spinner/spinner-queries.ts'
import { type Templates, TemplateTooSlow } from '../../ports/spinner/templates.ts'
import type { DataTableQueries } from '../../ports/table/data-table-queries.ts'
import type { RecordQueries } from '../../ports/table/record-queries.ts'
import {
  assertTemplatesParse,
  readSteps,
  type StepFault,
  whatPublishingRefuses,
} from './steps/check-steps.ts'
import type { StepInput } from './steps/step-runner.ts'
import type { StepRunners } from './steps/step-runners.ts'

export const mostPreviewed = 10

/** What a person reads; templates that render to more are looked at record by record. */
const mostCharacters = 2_000_000

export interface PreviewSpinnerQuery {
  readonly organizationId: string
  readonly spinnerId: string
  /** Null for the first ones of the table. */
  readonly recordIds: readonly string[] | null
  /** In place of the saved draft; null for the draft. */
  readonly steps: readonly Step[] | null
  /** What the trigger of a job would say; null for samples of what the draft declares. */
  readonly data: TriggerData | null
}

export interface PreviewedStep {
  readonly step: number
  /** In words, as "1 › Yes › 2". */
  readonly path: string
  readonly type: Step['type']
  readonly outcome: 'sends' | 'passes' | 'skips' | 'fails'
  /** Why it is skipped or fails. */
  readonly reason: string | null
  /** What would be sent. */
  readonly message: object | null
}

interface PreviewedRecord {
  readonly recordId: string
  readonly steps: readonly PreviewedStep[]
}

export interface Previewed {
  readonly items: readonly PreviewedRecord[]
  /** What publishing would refuse. */
  readonly errors: readonly StepFault[]
}

/** What a draft would do for a few records, step by step, by the very code that runs it. Sends nothing. */
export class PreviewSpinner {
  readonly #spinners: SpinnerQueries
  readonly #dataTables: DataTableQueries
  readonly #records: RecordQueries
  readonly #templates: Templates
  readonly #suppressions: Suppressions
  readonly #runners: StepRunners

  constructor(
    spinners: SpinnerQueries,
    dataTables: DataTableQueries,
    records: RecordQueries,
    templates: Templates,
    suppressions: Suppressions,
    runners: StepRunners,
  ) {
    this.#spinners = spinners
    this.#dataTables = dataTables
    this.#records = records
    this.#templates = templates
    this.#suppressions = suppressions
    this.#runners = runners
  }

  async execute({
    organizationId,
    spinnerId,
    recordIds,
    steps: unsaved,
    data: sent,
  }: PreviewSpinnerQuery): Promise<Previewed> {
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const table = await this.#dataTables.find(organizationId, spinner.dataTableId)
    if (table === null) throw new Error('A spinner is over a data table that exists')
    const records =
      recordIds === null
        ? (await this.#records.list(table.id, 'arrival', { limit: mostPreviewed, after: null })).items
        : await this.#records.some(table.id, recordIds)
    const steps = unsaved ?? spinner.steps
    const budget = requestBudget(organizationId)
    const ofSteps = await readSteps(steps, this.#templates, budget)
    const read = [...columnsOfWindow(spinner.sendWindow), ...ofSteps]
    if (unsaved !== null) assertTemplatesParse(read)
    const { triggerData } = spinner
    if (sent !== null) assertTriggerData(triggerData, sent)
    const data = sent ?? sampleTriggerData(triggerData)
    const metadata = metadataColumnsOf(table)
    const columns = table.columns.map(({ name }) => name)
    const errors = whatPublishingRefuses([...metadata, ...triggerColumns(triggerData)], columns, read)
    const items: PreviewedRecord[] = []
    let size = 0
    for (const record of records) {
      const previewed = await this.#previewOf({ ...spinner, steps }, record, { metadata, data }, budget)
      size += JSON.stringify(previewed).length
      if (budget.leftMs === 0 || size > mostCharacters) throw tooMuch()
      items.push({ recordId: record.id, steps: previewed })
      // What renders at once is work for which the requests of others would have to wait.
      await new Promise((done) => setImmediate(done))
    }
    return { items, errors }
  }

  async #previewOf(
    spinner: Spinner,
    record: RecordView,
    { metadata, data }: { readonly metadata: readonly string[]; readonly data: TriggerData },
    whole: TemplateBudget,
  ): Promise<readonly PreviewedStep[]> {
    const steps: PreviewedStep[] = []
    const { organizationId } = spinner
    const cells = withTriggerData(visibleCells(record.data, metadata), data)
    const program = programOf(spinner.steps)
    for (let index = 0; index < program.length; ) {
      const { step } = program[index] as Place
      const recipient = recipientOf(record, index)
      // As in a job, where each step is a recipient's next turn.
      const budget = recipientBudget(organizationId, whole)
      const input = { organizationId, jobId: 'preview', slice: 0, recipient, step, cells, budget }
      const { way, ...previewed } = await this.#stepOf(input, index)
      steps.push({ ...previewed, path: pathOf(program, index) })
      index = nextOf(program, index, way)
      if (previewed.outcome === 'skips' || previewed.outcome === 'fails') break
    }
    return steps
  }

  async #stepOf(
    input: StepInput,
    no: number,
  ): Promise<Omit<PreviewedStep, 'path'> & { readonly way?: number }> {
    const nothing = { step: no, type: input.step.type, reason: null, message: null }
    try {
      const prepared = await this.#runners.of(input.step).prepare(input)
      if ('send' in prepared) {
        const { address, preview: message } = prepared
        const reason = address && (await this.#suppressions.reasonFor(input.organizationId, address))
        if (reason) return { ...nothing, outcome: 'skips', reason: wordsOfSuppression[reason] }
        return { ...nothing, outcome: sends(input.step) ? 'sends' : 'passes', message }
      }
      if (prepared.kind === 'passed')
        return { ...nothing, outcome: 'passes', ...(prepared.way === undefined ? {} : { way: prepared.way }) }
      const reason = 'reason' in prepared ? prepared.reason : null
      if (prepared.kind === 'waits') return { ...nothing, outcome: 'passes', reason }
      return { ...nothing, outcome: prepared.kind === 'skipped' ? 'skips' : 'fails', reason }
    } catch (error) {
      // That all threads are busy says nothing of the template.
      if (error instanceof DomainError && (error.kind !== 'overloaded' || error instanceof TemplateTooSlow))
        return { ...nothing, outcome: 'fails', reason: error.message }
      throw error
    }
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
