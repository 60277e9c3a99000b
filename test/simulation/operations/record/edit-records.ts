import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeRecords } from '../../../../src/use-cases/table/records/change-records.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { named, operation } from '../operation.ts'
import { idOf } from './id-of.ts'

/** Edits one cell of several records of a simulated table in one request. */
export const editRecords = operation({
  name: 'edit records together',
  weight: 3,
  draw: (random) => ({
    table: random.below(6),
    records: Array.from({ length: random.between(2, 6) }, () => random.below(64)),
    column: random.pick(['name', 'city', 'city', 'day']),
    value: random.pick(['Berlin', 'Paris', 'Rome']),
    /** Whether the request demands the present value of the cell. */
    isExpected: random.chance(0.3),
    /** The people whose records are edited; empty for the numbered records. */
    people: Array.from({ length: random.pick([0, 0, 2]) }, () => random.below(peopleCount)),
  }),
  run: async (simulation, { table: number, records: numbers, column, value: drawn, isExpected, people }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    if (table === null) return
    const value = column === 'day' ? '2026-11-03' : drawn
    const ofPeople = people.flatMap((person) => model.records.of(addressOf(person)))
    const refs =
      people.length > 0
        ? new Set(ofPeople.filter((ref) => table.acknowledged.has(ref)))
        : new Set(
            numbers.flatMap((one) => named([...table.acknowledged], one, model.inTransit.concerns) ?? []),
          )
    const name = table.columnOf(column)
    const edits = []
    for (const ref of refs) {
      const recordId = await idOf(simulation, table, ref)
      const [before] = model.records.cell(ref, column).possible()
      const expected = isExpected && typeof before === 'string' ? { expected: { [name]: before } } : {}
      if (recordId !== null) edits.push({ ref, edit: { recordId, data: { [name]: value }, ...expected } })
    }
    if (edits.length === 0) return
    const writes = edits.map(({ ref }) => {
      const cell = model.records.cell(ref, column)
      return { cell, write: cell.begin(value) }
    })
    const words = `edit ${column} of ${edits.map(({ ref }) => ref).join(' ')} in ${table.name} to "${value}" together`
    const order = {
      organizationId: demo.organizationId,
      dataTableId: table.id,
      records: edits.map(({ edit }) => edit),
      requestId: '',
      by: service,
    }
    if (column === 'city') for (const { edit } of edits) table.editedCities.delete(edit.recordId)
    const ended = await simulation.call(words, (api) => api.get(ChangeRecords).execute(order, async () => {}))
    const outcomes = ended.kind === 'answered' ? ended.value.map(({ status }) => status) : []
    for (const [nth, { cell, write }] of writes.entries()) {
      const outcome = outcomes[nth]
      const isRefused = outcome === 'missing' || outcome === 'differs'
      const recordId = edits[nth]?.edit.recordId
      if (column === 'city' && recordId !== undefined && ended.kind === 'answered' && !isRefused)
        table.editedCities.set(recordId, value)
      cell.end(write, isRefused ? 'refused' : ended.kind)
    }
  },
})
