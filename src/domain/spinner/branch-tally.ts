import type { DataRecord } from '../record-cells.ts'
import { type ProgramStep, programOf } from './steps/program.ts'
import type { Step } from './steps/step.ts'
import { awaitedEventOf, branchesOf, conditionsOf } from './steps/step-capabilities.ts'
import type { PersonAnswers } from './where/person-question.ts'
import { columnsOf, matchesWhere } from './where/where.ts'

/** How many records would take a branch of a branch step, or pass a condition step. */
export interface BranchCount {
  /** The index of the step, from 0, as in a program. */
  readonly step: number
  /** The path of the step for people, such as "1 › Yes › 2". */
  readonly path: string
  /** The index of the branch; the number of branches for `else`; null for a condition step. */
  readonly branch: number | null
  /** The number of records; null if the data of the trigger decides. */
  readonly records: number | null
}

/** The most frequent values of a column among the counted records. */
export interface ColumnValues {
  readonly column: string
  readonly values: readonly { readonly value: string; readonly records: number }[]
}

const maxValues = 30
/** The number of different values of a column that are counted. */
const maxDistinct = 2_000
/** The longest value that is returned, in characters. Longer texts are no choices. */
const maxValueLength = 100

/** A record as conditions see it: the cells that spinners may use, and the answers about its person. */
export interface CountedRecord {
  readonly cells: DataRecord
  readonly answers: PersonAnswers
}

type Records = readonly CountedRecord[]

/**
 * `BranchTally` counts which branches of a draft some records would take at a given time, and the values of the columns
 * that the conditions name. Records that a condition step ends are not counted after it. Waits, guards and the shares
 * of split steps are left out: each branch of a split counts all records that reach the split.
 */
export class BranchTally {
  readonly #steps: readonly Step[]
  readonly #now: Date
  /** The steps by their objects, which are unique in a list of steps that was read from JSON. */
  readonly #places: ReadonlyMap<Step, ProgramStep>
  readonly #counts = new Map<Step, number[]>()
  readonly #values: ReadonlyMap<string, Map<string, number>>
  #counted = 0

  constructor(steps: readonly Step[], now: Date) {
    this.#steps = steps
    this.#now = now
    const program = programOf(steps)
    this.#places = new Map(program.map((place) => [place.step, place]))
    const columns = program.flatMap(({ step }) => columnsComparedBy(step))
    this.#values = new Map(
      columns.filter((column) => column !== '' && !isOfTrigger(column)).map((column) => [column, new Map()]),
    )
  }

  get counted(): number {
    return this.#counted
  }

  add(records: Records): void {
    this.#counted += records.length
    for (const [column, values] of this.#values) for (const { cells } of records) count(values, cells[column])
    this.#walk(this.#steps, records)
  }

  result(): { branches: readonly BranchCount[]; columns: readonly ColumnValues[]; counted: number } {
    const branches = [...this.#places].flatMap(([step, { index, path }]): BranchCount[] => {
      const conditions = conditionsOf(step)
      if (conditions.length === 0) return []
      const counts = this.#counts.get(step)
      const isUnknown = dependsOnTrigger(step)
      const countOf = (at: number) => (isUnknown ? null : (counts?.[at] ?? 0))
      if (branchesOf(step).length === 0) return [{ step: index, path, branch: null, records: countOf(0) }]
      return Array.from({ length: conditions.length + 1 }, (_, branch) => ({
        step: index,
        path,
        branch,
        records: countOf(branch),
      }))
    })
    const columns = [...this.#values].map(([column, values]) => ({ column, values: valuesByCount(values) }))
    return { branches, columns, counted: this.#counted }
  }

  /** Counts the records at some steps and in their branches, and returns the records that continue after them. */
  #walk(steps: readonly Step[], records: Records): Records {
    return steps.reduce<Records>((present, step) => {
      const lists = branchesOf(step).map((branch) => branch.steps)
      if (conditionsOf(step).length === 0 || dependsOnTrigger(step)) {
        for (const list of lists) this.#walk(list, present)
        return present
      }
      const parts = this.#divided(step, present)
      for (const [index, part] of parts.entries()) this.#note(step, index, part.length)
      if (lists.length === 0) return parts[0] ?? []
      return parts.flatMap((part, index) => this.#walk(lists[index] ?? [], part))
    }, records)
  }

  /** Divides records by the first condition that they meet; the last part meets none. */
  #divided(step: Step, records: Records): readonly CountedRecord[][] {
    const conditions = conditionsOf(step)
    const parts: CountedRecord[][] = Array.from({ length: conditions.length + 1 }, () => [])
    for (const record of records) {
      const met = conditions.findIndex((where) =>
        matchesWhere(where, record.cells, this.#now, record.answers),
      )
      parts[met === -1 ? conditions.length : met]?.push(record)
    }
    return parts
  }

  #note(step: Step, branch: number, records: number): void {
    const counts = this.#counts.get(step) ?? []
    counts[branch] = (counts[branch] ?? 0) + records
    this.#counts.set(step, counts)
  }
}

/** Returns the columns that the conditions of a step compare, also if the step waits for a condition. */
function columnsComparedBy(step: Step): readonly string[] {
  const awaited = awaitedEventOf(step)?.where ?? null
  return [...conditionsOf(step), ...(awaited === null ? [] : [awaited])].flatMap(columnsOf)
}

function dependsOnTrigger(step: Step): boolean {
  return conditionsOf(step).some((where) => columnsOf(where).some(isOfTrigger))
}

const isOfTrigger = (column: string) => column.startsWith('trigger.')

function count(values: Map<string, number>, cell: DataRecord[string] | undefined): void {
  if (cell === undefined || cell === null) return
  const value = String(cell)
  if (value.length > maxValueLength) return
  const before = values.get(value)
  if (before !== undefined || values.size < maxDistinct) values.set(value, (before ?? 0) + 1)
}

function valuesByCount(values: ReadonlyMap<string, number>): ColumnValues['values'] {
  return [...values]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, maxValues)
    .map(([value, records]) => ({ value, records }))
}
