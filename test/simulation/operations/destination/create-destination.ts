import { type EventType, eventTypes } from '../../../../src/domain/event/event-type.ts'
import { Destinations } from '../../../../src/use-cases/event/destinations/destinations.ts'

import { operation } from '../operation.ts'
import { by, callerOf, drawCaller, projectIdsOf } from './destination-reach.ts'

const maxDestinations = 2
/** The types of a destination that gets each event in a request of its own. A job makes few such events. */
export const rareTypes: readonly EventType[] = [
  'record.added',
  'message.replied',
  'person.suppressed',
  'job.completed',
]

/** Creates a destination for events of the simulated organization or of one of its projects. */
export const createDestination = operation({
  name: 'create a destination',
  weight: 1,
  draw: (random) => ({
    /** The number of the project; a number without a project stands for all events. */
    project: random.pick([0, 1, 2, 2, 2]),
    caller: drawCaller(random),
    includesAddresses: random.chance(0.5),
    batchesEvents: random.chance(0.7),
  }),
  run: async (simulation, { project, caller: number, includesAddresses, batchesEvents }) => {
    const { model, clock } = simulation
    if (model.destinations.created.length >= maxDestinations || model.destinations.all.length >= 4) return
    const caller = await callerOf(simulation, number)
    const requested = (await projectIdsOf(simulation))[project] ?? null
    const types = batchesEvents ? eventTypes : rareTypes
    // A key that names no project gets a destination of its own project.
    const settings = { types, projectId: requested ?? caller.projectId, includesAddresses }
    const destination = model.destinations.add(settings)
    const [first] = destination.settings.possible()
    const url = first?.url ?? ''
    const limits = `${settings.projectId === null ? '' : ', of one project'}${includesAddresses ? ', with addresses' : ''}`
    const words = `create ${destination.name}${caller.words}${limits}${batchesEvents ? ', in batches' : ''}`
    destination.mayHaveOtherSecret = true
    const ended = await simulation.call(words, (api) =>
      api.get(Destinations).create(
        { ...caller.reach, by },
        {
          settings: { ...settings, url, projectId: requested, spinnerId: null, batchesEvents },
          now: clock.now(),
        },
      ),
    )
    if (ended.kind === 'answered') {
      destination.id = ended.value.id
      destination.secrets.add(ended.value.secret)
      destination.mayHaveOtherSecret = false
      if (caller.projectId !== null && requested !== null && requested !== caller.projectId)
        simulation.fault(`${words}: answered, although the key is limited to another project`)
    } else if (ended.kind === 'crashed') {
      const rows = await simulation.rows<{ id: string }>('select id from destinations where url = $1', [url])
      destination.id = rows[0]?.id ?? null
    }
  },
})
