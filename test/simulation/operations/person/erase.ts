import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ErasePerson } from '../../../../src/use-cases/person/erase-person.ts'
import { eraseLead, leadAddressOf } from '../../model/doors.ts'
import { addressOf, peopleCount } from '../../model/people.ts'
import { anything } from '../../model/records.ts'
import { operation } from '../operation.ts'

export const erase = operation({
  name: 'erase a person',
  weight: 1,
  draw: (random) => ({ person: random.below(peopleCount), isLead: random.chance(0.3) }),
  run: async (simulation, { person, isLead }) => {
    const { model, demo } = simulation
    const { records } = model
    const email = isLead ? leadAddressOf(person) : addressOf(person)
    model.noteErase(email)
    const gone = records.of(email).map((ref) => records.presence(ref))
    const changed = records.mentioning(email).map(([ref, column]) => records.cell(ref, column))
    const [presence, cells] = [
      gone.map((register) => ({ register, write: register.begin(false) })),
      changed.map((register) => ({ register, write: register.begin(anything) })),
    ]
    for (const door of model.doors) eraseLead(door, email)
    const standing = model.standing(email)
    const stands = standing.begin(false)
    const ended = await model.silences.begin('erased', email, () =>
      simulation.call(`erase ${email}`, (api) =>
        api.get(ErasePerson).execute({ organizationId: demo.organizationId, sought: { email }, by: service }),
      ),
    )
    for (const door of model.doors) eraseLead(door, email)
    for (const { register, write } of presence) register.end(write, ended.kind)
    for (const { register, write } of cells) register.end(write, ended.kind)
    // A message on the wire may leave the address behind. It is removed when the erase is repeated.
    const isComplete = ended.kind === 'answered' && ended.value.onTheWire === 0
    standing.end(stands, isComplete ? 'answered' : 'crashed')
  },
})
