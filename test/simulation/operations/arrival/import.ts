import { service } from '../../../../src/domain/account/audit/actor.ts'
import { type FileRow, raggedRow } from '../../../../src/domain/arrival/import/row-fault.ts'
import type { RowSource } from '../../../../src/ports/arrival/imports.ts'
import { CheckImport } from '../../../../src/use-cases/arrival/import/check-import.ts'
import { ImportRecords } from '../../../../src/use-cases/arrival/import/import-records.ts'
import type { FileCommand } from '../../../../src/use-cases/arrival/import/mapped-file.ts'
import { peopleCount } from '../../model/people.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { recordOf } from './ingest.ts'

/**
 * A simulated import of a file with mapped columns. Compares the forecast of the import check with the result
 * of the import.
 */
export const importFile = operation({
  name: 'import a file',
  weight: 2,
  draw: (random) => ({
    table: random.below(6),
    people: Array.from({ length: random.between(1, 6) }, () => random.below(peopleCount)),
    /**
     * The number of rows with too few cells in the simulated file. The service refuses an import with such
     * rows, unless the import skips bad rows.
     */
    bad: random.pick([0, 0, 1, 2]),
    skipsBad: random.chance(0.5),
    /** Whether a file for a table with match columns has no cities, so that merged records keep theirs. */
    omitsCity: random.chance(0.3),
  }),
  run: async (simulation, { table: number, people, bad, skipsBad, omitsCity }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    if (table === null) return
    const isAlone = !simulation.gates.areShared
    const records = people.map((person) => recordOf(simulation, table, person))
    const refs = records.map(({ ref }) => String(ref))
    const omits = omitsCity && table.wasMatched
    if (omits) for (const ref of refs) model.records.omit(ref, 'city')
    const names = Object.keys(records[0] ?? {}).filter((name) => !omits || name !== table.columnOf('city'))
    const rows = records.map((record) => names.map((name) => String(record[name] ?? '')))
    const order = (): FileCommand => ({
      organizationId: demo.organizationId,
      dataTableId: table.id,
      source: new Rows([...names.map((name) => `The ${name}`), 'Note'], rows, bad),
      choices: [...names.map((name) => ({ from: `The ${name}`, to: name })), { from: 'Note', ignore: true }],
      skipBadRows: skipsBad,
    })
    const isMatched = table.wasMatched
    const words = `import ${refs.join(' ')}${bad > 0 ? ` and ${bad} bad rows` : ''}${omits ? ' without cities' : ''} into ${table.name}`
    const checked = await simulation.call(`check to ${words}`, (api) =>
      api.get(CheckImport).execute(order(), async () => {}),
    )
    const begun = model.moments.next()
    const ended = await simulation.call(words, (api) =>
      api.get(ImportRecords).execute({ ...order(), requestId: '', by: service }),
    )
    const sending = { refs, begun, ended: model.moments.next() }
    const inserted = ended.kind === 'answered' ? ended.value.inserted : 0
    table.noteSent(sending, ended.kind, inserted)
    if (checked.kind !== 'answered' || ended.kind === 'crashed' || !isAlone) return
    // Accepts any refusal of the import after a simulated loss of the database, whatever the file contains.
    if (ended.kind === 'refused' && ended.error.code === 'OVERLOADED' && simulation.outage.hasBegun) return
    // Accepts a refusal while a change of the match columns is in progress, as after the crash of a process.
    if (
      ended.kind === 'refused' &&
      ended.error.code === 'CONFLICT' &&
      (await isRebuilding(simulation, table.id))
    )
      return
    // The promise about plans compares refusals by the plan.
    if (ended.kind === 'refused' && ended.error.code === 'PLAN_LIMIT') return
    const isRefusable = checked.value.faulty.refusing > 0 && !skipsBad
    if (isRefusable !== (ended.kind === 'refused'))
      simulation.fault(
        `${words}: ${ended.kind}, the check found ${checked.value.faulty.refusing} rows that refuse it`,
      )
    if (ended.kind !== 'answered') return
    const foreseen = checked.value
    const is = `${ended.value.inserted} were added and ${ended.value.updated ?? 0} changed`
    if (foreseen.wouldInsert !== ended.value.inserted || foreseen.wouldUpdate !== (ended.value.updated ?? 0))
      simulation.fault(
        `${words}: the check foresaw ${foreseen.wouldInsert} to be added and ${foreseen.wouldUpdate} changed; ${is}`,
      )
    if (!isMatched && !table.wasMatched && inserted !== refs.length) simulation.fault(`${words}: ${is}`)
  },
})

/**
 * `Rows` gives the rows of a simulated import file, as a parser of files does. Rows with too few cells come
 * last.
 */
class Rows implements RowSource {
  readonly #header: readonly string[]
  readonly #rows: readonly (readonly string[])[]

  readonly #ragged: number

  constructor(header: readonly string[], rows: readonly (readonly string[])[], ragged: number) {
    this.#header = header
    this.#rows = rows
    this.#ragged = ragged
  }

  async header(): Promise<readonly string[]> {
    return this.#header
  }

  async *chunks(): AsyncIterable<readonly FileRow[]> {
    const { length } = this.#header
    yield this.#rows.map((cells, index) => ({ cells: [...cells, ''], line: index + 2, fault: null }))
    const line = this.#rows.length + 2
    yield Array.from({ length: this.#ragged }, (_, index) => ({
      cells: ['x'],
      line: line + index,
      fault: raggedRow(1, length),
    }))
  }

  async close(): Promise<void> {}
}

async function isRebuilding(simulation: Simulation, tableId: string): Promise<boolean> {
  const open = 'select 1 from key_rebuilds where data_table_id = $1 and not abandoned'
  return (await simulation.rows(open, [tableId])).length > 0
}
