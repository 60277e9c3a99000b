import type { KnownTable } from '../../model/known-table.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { importFile } from '../arrival/import.ts'
import { ingest } from '../arrival/ingest.ts'
import { act, named, operation } from '../operation.ts'
import { citiesOf } from '../record/add-record.ts'
import { editRecords } from '../record/edit-records.ts'
import { matchColumns } from './match-columns.ts'

/** The operations that write many records or their keys. */
const writers = ['import', 'import', 'match', 'ingest'] as const

/**
 * Writes records of a simulated table, or computes their match keys, while a user edits records of the same people. Half of
 * the time the table has match columns before. A file without cities comes while a user edits the cities. Drawn one by one,
 * two operations rarely meet at the same records.
 */
export const changesOfTableMeet = operation({
  name: 'changes of a table meet',
  isMeeting: true,
  weight: 2,
  isAlone: true,
  draw: (random, others) => {
    const table = random.below(2)
    const writer = random.pick(writers)
    const match = { ...matchColumns.draw(random, others), table, onMatch: 'update', merges: true }
    const omitsCity = writer === 'import' && random.chance(0.7)
    const first = random.below(peopleCount)
    const people = omitsCity
      ? Array.from({ length: 6 }, (_, nth) => (first + nth) % peopleCount)
      : Array.from({ length: random.between(1, 3) }, () => random.below(peopleCount))
    const file = { table, people, bad: 0, skipsBad: false, omitsCity }
    const edit = (input: object) => ({
      operation: editRecords.name,
      input: { ...editRecords.draw(random, others), table, people, ...input },
    })
    const writes = {
      import: { operation: importFile.name, input: file },
      match: { operation: matchColumns.name, input: match },
      ingest: { operation: ingest.name, input: { table, people, by: 'key', repeats: 0 } },
    }
    return {
      arriving: { operation: ingest.name, input: { table, people, by: 'key', repeats: 0 } },
      first: writer !== 'match' && random.chance(omitsCity ? 0.9 : 0.6) ? writes.match : null,
      writer: writes[writer],
      edits: omitsCity
        ? // A second edit of a record would hide that the import has overwritten the first one.
          people.map((person) => edit({ people: [person], column: 'city', value: 'Rome', isExpected: false }))
        : Array.from({ length: random.between(1, 2) }, () => edit({})),
      order: random.below(1_000_000),
    }
  },
  run: async (simulation, { arriving, first, writer, edits, order }, others) => {
    const table = named(simulation.model.tables, arriving.input.table)
    if (table === null) return
    await act(simulation, arriving, others)
    if (first !== null) {
      await act(simulation, first, others)
      await elapse(simulation, 10)
    }
    table.editedCities.clear()
    const keepsCities = 'omitsCity' in writer.input && writer.input.omitsCity && table.wasMatched
    let decided = 0
    const edit = async () => {
      for (const action of edits) await act(simulation, action, others)
    }
    await simulation.gates.together(
      [() => act(simulation, writer, others), edit],
      (count) => hashOf('order', order, decided++) % count,
    )
    if (keepsCities) await compareCities(simulation, table)
    await elapse(simulation, 10)
    simulation.isQuiet = true
  },
})

/** Reports a record whose city is another one than its last edit has written. */
async function compareCities(simulation: Simulation, table: KnownTable): Promise<void> {
  const stored = await citiesOf(simulation, table)
  for (const [id, city] of table.editedCities)
    if (stored.has(id) && stored.get(id) !== city)
      simulation.fault(
        `record ${id} of ${table.name} was edited to the city ${city}, and has ${JSON.stringify(stored.get(id))} after an import without cities`,
      )
}
