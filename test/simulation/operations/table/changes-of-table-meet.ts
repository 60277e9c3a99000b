import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import { importFile } from '../arrival/import.ts'
import { ingest } from '../arrival/ingest.ts'
import { act, named, operation } from '../operation.ts'
import { editRecords } from '../record/edit-records.ts'
import { matchColumns } from './match-columns.ts'

/** The operations that write many records or their keys. */
const writers = ['import', 'import', 'match', 'ingest'] as const

/**
 * Writes records of a simulated table, or computes their match keys, while a user edits records of the same people. Half of
 * the time the table has match columns before. Drawn one by one, two operations rarely meet at the same records.
 */
export const changesOfTableMeet = operation({
  name: 'changes of a table meet',
  weight: 2,
  isAlone: true,
  draw: (random, others) => {
    const table = random.below(2)
    const people = Array.from({ length: random.between(1, 3) }, () => random.below(peopleCount))
    const match = { ...matchColumns.draw(random, others), table, onMatch: 'update', merges: true }
    const writer = random.pick(writers)
    const writes = {
      import: { operation: importFile.name, input: { table, people, bad: 0, skipsBad: false } },
      match: { operation: matchColumns.name, input: match },
      ingest: { operation: ingest.name, input: { table, people, by: 'key', repeats: 0 } },
    }
    return {
      arriving: { operation: ingest.name, input: { table, people, by: 'key', repeats: 0 } },
      first: writer !== 'match' && random.chance(0.6) ? writes.match : null,
      writer: writes[writer],
      edits: Array.from({ length: random.between(1, 2) }, () => ({
        operation: editRecords.name,
        input: { ...editRecords.draw(random, others), table, people },
      })),
      order: random.below(1_000_000),
    }
  },
  run: async (simulation, { arriving, first, writer, edits, order }, others) => {
    if (named(simulation.model.tables, arriving.input.table) === null) return
    await act(simulation, arriving, others)
    if (first !== null) {
      await act(simulation, first, others)
      await elapse(simulation, 10)
    }
    let decided = 0
    const edit = async () => {
      for (const action of edits) await act(simulation, action, others)
    }
    await simulation.gates.together(
      [() => act(simulation, writer, others), edit],
      (count) => hashOf('order', order, decided++) % count,
    )
    await elapse(simulation, 10)
    simulation.isQuiet = true
  },
})
