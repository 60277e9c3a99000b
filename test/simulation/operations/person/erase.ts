import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ErasePerson } from '../../../../src/use-cases/person/erase-person.ts'
import { eraseLead, leadAddressOf } from '../../model/delivery-tables.ts'
import { peopleCount, spelled } from '../../model/people.ts'
import { anything } from '../../model/records.ts'
import type { Register } from '../../model/register.ts'
import type { Simulation } from '../../run/simulation.ts'
import { operation } from '../operation.ts'
import { personOf } from './suppress.ts'

type Outcome = 'answered' | 'refused' | 'crashed'

export const erase = operation({
  name: 'erase a person',
  weight: 1,
  draw: (random) => ({
    person: random.below(peopleCount),
    isLead: random.chance(0.3),
    spelling: random.below(6),
  }),
  run: async (simulation, { person, isLead, spelling }) => {
    const { model, demo } = simulation
    const { records } = model
    const email = isLead ? leadAddressOf(person) : personOf(simulation, person)
    const sought = { email: spelled(email, spelling) }
    model.noteErase(email)
    const [gone, changed] = [records.of(email), records.mentioning(email)]
    for (const ref of gone) records.mayBeLost.add(ref)
    // Another operation may send a record of the person during the erasure, so the record may still be stored
    // after it.
    const certain = new Set(model.allTables.flatMap(({ acknowledged }) => [...acknowledged]))
    const presence = gone.map((ref) => {
      const end = beginErase(records.presence(ref), false)
      return (kind: Outcome) => end(kind === 'answered' && !certain.has(ref) ? 'crashed' : kind)
    })
    const cells = changed.map(([ref, column]) => beginErase(records.cell(ref, column), anything))
    for (const door of model.doors) eraseLead(door, email)
    const stored = await storedRecords(simulation, email)
    const standing = model.standing(email)
    const stands = standing.begin(false)
    const ended = await model.noSendPeriods.begin('erased', email, () =>
      simulation.call(`erase ${sought.email}`, (api) =>
        api.get(ErasePerson).execute({ organizationId: demo.organizationId, sought, by: service }),
      ),
    )
    // Counts a message that was sent during the erasure as sent to the erased person, not to a later lead with
    // the same address.
    if (ended.kind !== 'refused') model.noteErase(email)
    for (const door of model.doors) eraseLead(door, email)
    for (const end of [...presence, ...cells]) end(ended.kind)
    // A concurrent operation of the simulator may have added the address before or after the erasure, so the
    // address may still be stored.
    const added = records.of(email).filter((ref) => !gone.includes(ref))
    const mentions = records.mentioning(email).filter(([ref, column]) => !includes(changed, ref, column))
    for (const ref of added) records.mayBeLost.add(ref)
    if (ended.kind !== 'refused') {
      for (const ref of added) beginErase(records.presence(ref), false)('crashed')
      for (const [ref, column] of mentions) beginErase(records.cell(ref, column), anything)('crashed')
    }
    // The erasure is certain to have removed the address only if no message to the person was being sent. A
    // message that was being sent may leave the address behind, and a repeated erasure removes it.
    const isComplete = ended.kind === 'answered' && ended.value.inTransit === 0
    standing.end(stands, isComplete ? 'answered' : 'crashed')
    if (isComplete) model.records.erased.push(...stored)
  },
})

/** Returns the stored records whose address is that of a person. */
async function storedRecords({ model, rows }: Simulation, email: string) {
  return await rows<{ tableId: string; id: string }>(
    `select data_table_id as "tableId", id::text from records where data_table_id = any($1) and lower(data ->> 'email') = $2`,
    [model.allTables.map(({ id }) => id), email],
  )
}

/**
 * Records in the simulator's model that an erasure begins to remove a record or to replace a cell. Returns a
 * function that records its end.
 */
function beginErase<Value>(register: Register<Value>, value: Value): (outcome: Outcome) => void {
  const write = register.begin(value)
  return (outcome) => register.end(write, outcome)
}

function includes(cells: readonly (readonly [string, string])[], ref: string, column: string): boolean {
  return cells.some(([otherRef, otherColumn]) => otherRef === ref && otherColumn === column)
}
