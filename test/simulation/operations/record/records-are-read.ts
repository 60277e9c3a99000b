import { readings } from '../../model/organization/known-exports.ts'
import { hashOf } from '../../run/random.ts'
import { exportOrganization } from '../account/export-organization.ts'
import { importFile } from '../arrival/import.ts'
import { ingest } from '../arrival/ingest.ts'
import { restoreRecords } from '../bin/restore-records.ts'
import { act, named, operation } from '../operation.ts'
import { suppress } from '../person/suppress.ts'
import { changeColumns } from '../table/change-columns.ts'
import { deleteRecords } from './delete-records.ts'
import { editRecord } from './edit-record.ts'
import { editRecords } from './edit-records.ts'
import { readAllRecords } from './read-all-records.ts'

/** The operations that change records while they are read. */
const changes = [
  ingest,
  importFile,
  editRecord,
  editRecords,
  deleteRecords,
  restoreRecords,
  changeColumns,
  changeColumns,
  changeColumns,
]

/**
 * Reads all records of a table, by an export, page by page, or with everything of the organization, while users and sources
 * change them. Some records are deleted before, so that a restoration has what it restores, and some people suppressed.
 */
export const recordsAreRead = operation({
  name: 'records are read while they change',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  draw: (random, others) => {
    const table = random.below(6)
    const drawn = (change: (typeof changes)[number]) => ({
      operation: change.name,
      input: { ...change.draw(random, others), table },
    })
    return {
      table,
      reading: random.pick([...readings, 'export', 'organization'] as const),
      limit: random.between(1, 4),
      before: random.chance(0.6) ? drawn(random.pick([deleteRecords, suppress])) : null,
      meanwhile: Array.from({ length: random.between(1, 3) }, () => drawn(random.pick(changes))),
      order: random.below(1_000_000),
      /** The share of the gates at which the changes continue: this number to one. */
      pace: random.pick([1, 2, 4, 8]),
    }
  },
  run: async (simulation, { table: number, reading, limit, before, meanwhile, order, pace }, others) => {
    const table = named(simulation.model.tables, number)
    if (table === null) return
    if (before !== null) await act(simulation, before, others)
    let decided = 0
    const read = () =>
      reading === 'organization'
        ? exportOrganization(simulation)
        : readAllRecords(simulation, table, { reading, limit })
    const change = async () => {
      for (const action of meanwhile) await act(simulation, action, others)
    }
    await simulation.gates.together([read, change], (count) =>
      Math.min(hashOf('order', order, decided++) % (pace + 1), count - 1),
    )
  },
})
