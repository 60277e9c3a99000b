import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ErasePerson } from '../../../../src/use-cases/person/erase-person.ts'
import { eraseLead, leadAddressOf } from '../../model/delivery-tables.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { anything } from '../../model/records.ts'
import type { Register } from '../../model/register.ts'
import { operation } from '../operation.ts'

type Outcome = 'answered' | 'refused' | 'crashed'

export const erase = operation({
  name: 'erase a person',
  weight: 1,
  draw: (random) => ({ person: random.below(peopleCount), isLead: random.chance(0.3) }),
  run: async (simulation, { person, isLead }) => {
    const { model, demo } = simulation
    const { records } = model
    const email = isLead ? leadAddressOf(person) : addressOf(person)
    model.noteErase(email)
    const [gone, changed] = [records.of(email), records.mentioning(email)]
    // A record that another operation sends during the erasure may be stored after it.
    const certain = new Set(model.allTables.flatMap(({ acknowledged }) => [...acknowledged]))
    const presence = gone.map((ref) => {
      const end = beginErase(records.presence(ref), false)
      return (kind: Outcome) => end(kind === 'answered' && !certain.has(ref) ? 'crashed' : kind)
    })
    const cells = changed.map(([ref, column]) => beginErase(records.cell(ref, column), anything))
    for (const door of model.doors) eraseLead(door, email)
    const standing = model.standing(email)
    const stands = standing.begin(false)
    const ended = await model.noSendPeriods.begin('erased', email, () =>
      simulation.call(`erase ${email}`, (api) =>
        api.get(ErasePerson).execute({ organizationId: demo.organizationId, sought: { email }, by: service }),
      ),
    )
    // A message that was sent during the erasure counts as sent to the erased person, not to a later lead
    // with the same address.
    if (ended.kind !== 'refused') model.noteErase(email)
    for (const door of model.doors) eraseLead(door, email)
    for (const end of [...presence, ...cells]) end(ended.kind)
    // A concurrent operation may have added the address before or after the person was erased.
    const added = records.of(email).filter((ref) => !gone.includes(ref))
    const mentions = records.mentioning(email).filter(([ref, column]) => !includes(changed, ref, column))
    if (ended.kind !== 'refused') {
      for (const ref of added) beginErase(records.presence(ref), false)('crashed')
      for (const [ref, column] of mentions) beginErase(records.cell(ref, column), anything)('crashed')
    }
    // A message that was being sent during the erasure may leave the address behind. A repeated erasure
    // removes it.
    const isComplete = ended.kind === 'answered' && ended.value.onTheWire === 0
    standing.end(stands, isComplete ? 'answered' : 'crashed')
  },
})

/**
 * Begins to set the value that an erasure leaves of a record or a cell. Returns a function that ends the
 * erasure.
 */
function beginErase<Value>(register: Register<Value>, value: Value): (outcome: Outcome) => void {
  const write = register.begin(value)
  return (outcome) => register.end(write, outcome)
}

function includes(cells: readonly (readonly [string, string])[], ref: string, column: string): boolean {
  return cells.some(([otherRef, otherColumn]) => otherRef === ref && otherColumn === column)
}
