import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Records } from '../../../../src/use-cases/table/records/records.ts'

import { addressOf, peopleCount, spelled, workAddressOf } from '../../model/people.ts'
import { named, operation } from '../operation.ts'
import { editAddress } from './edit-address.ts'
import { idOf } from './id-of.ts'

export const editRecord = operation({
  name: 'edit a record',
  weight: 2,
  draw: (random) => ({
    table: random.below(6),
    record: random.below(64),
    column: random.pick(['name', 'city', 'city', 'day', 'email']),
    value: random.pick(['Berlin', 'Paris', 'Rome', 'somebody']),
    somebody: random.below(peopleCount),
    /** The person whose record is edited, if the table has one; null for any record. */
    person: random.chance(0.4) ? random.below(peopleCount) : null,
  }),
  run: async (simulation, { table: number, record, column, value: drawn, somebody, person }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    const ofPerson = person === null ? [] : model.records.of(addressOf(person))
    const refs = ofPerson.filter((one) => table?.acknowledged.has(one))
    const possible = refs.length > 0 ? refs : [...(table?.acknowledged ?? [])]
    const ref = table && named(possible, record, model.inTransit.concerns)
    const recordId = ref && (await idOf(simulation, table, ref))
    if (!recordId) return
    if (column === 'email')
      return await editAddress(simulation, { table, ref }, spelled(addressOf(somebody), record))
    // A simulated edit may put the address of another person into a cell. An erasure of that person must also
    // remove the address.
    const text = drawn === 'somebody' ? `knows ${addressOf(somebody)}` : drawn
    const plain = column === 'day' ? '2026-11-03' : text
    const value = column === 'work_email' ? workAddressOf(somebody) : plain
    if (value.startsWith('knows')) model.name(addressOf(somebody))
    await model.records
      .cell(ref, column)
      .set(value, () =>
        simulation.call(`edit ${column} of ${ref} in ${table.name} to "${value}"`, (api) =>
          api
            .get(Records)
            .change(
              { organizationId: demo.organizationId, by: service },
              { dataTableId: table.id, recordId, data: { [table.columnOf(column)]: value }, requestId: '' },
            ),
        ),
      )
  },
})
