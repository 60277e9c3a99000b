import { type EventType, eventTypes } from '../../../../src/domain/event/event-type.ts'
import { Destinations } from '../../../../src/use-cases/event/destinations/destinations.ts'

import type { KnownDestination, KnownSettings } from '../../model/organization/destinations.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { rareTypes } from './create-destination.ts'
import { by, callAbout, callerOf, drawCaller, projectIdsOf } from './destination-reach.ts'

const typesOf: readonly (readonly EventType[])[] = [
  eventTypes,
  rareTypes,
  eventTypes.filter((type) => !rareTypes.includes(type)),
]

const settingsThatChange = [
  'url',
  'url',
  'project',
  'project',
  'addresses',
  'url and addresses',
  'types',
  'types',
] as const

/**
 * Changes the URL of a simulated destination, its types, the project to which it is limited, or whether it gets
 * addresses. The editor may name the present revision or an outdated one.
 */
export const changeDestination = operation({
  name: 'change a destination',
  weight: 5,
  needs: 'create a destination',
  draw: (random) => ({
    destination: random.below(2),
    what: random.pick(settingsThatChange),
    /** The number of the project; a number without a project stands for all events. */
    project: random.pick([0, 1, 2]),
    types: random.below(typesOf.length),
    includesAddresses: random.chance(0.5),
    caller: drawCaller(random),
    revision: random.pick(['none', 'none', 'present', 'outdated']),
  }),
  run: async (
    simulation,
    { destination: nth, what, project, types, includesAddresses, caller: number, revision: which },
  ) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, number)
    const projectId = (await projectIdsOf(simulation))[project] ?? null
    const changes = {
      ...(what.includes('url') ? { url: destination.nextUrl() } : {}),
      ...(what === 'project' ? { projectId } : {}),
      ...(what === 'types' ? { types: typesOf[types] ?? eventTypes } : {}),
      ...(what.includes('addresses') ? { includesAddresses } : {}),
    }
    // A key that widens a destination leaves it limited to its own project.
    const own = what === 'project' ? { projectId: projectId ?? caller.projectId } : {}
    const revision = await revisionOf(simulation, id, which)
    const words = `change ${wordsOf(what, project, types)}${which === 'none' ? '' : ` by the ${which} revision`} of`
    const end = beginChange(destination, { ...changes, ...own }, what !== 'addresses')
    const ended = await callAbout(simulation, destination, caller, words, (api) =>
      api
        .get(Destinations)
        .change({ ...caller.reach, by }, { destinationId: id, changes, revision, now: clock.now() }),
    )
    end(ended.kind)
    if (ended.kind === 'answered' && which === 'outdated' && revision !== null)
      simulation.fault(`${words} ${destination.name}: answered, although revision ${revision} was outdated`)
  },
})

function wordsOf(what: string, project: number, types: number): string {
  if (what === 'project') return `the project (${project + 1})`
  return what === 'types' ? `the types (set ${types + 1})` : what
}

/** Returns the present revision of a destination or the one before it; null for none. */
async function revisionOf({ rows }: Simulation, id: string, which: string): Promise<number | null> {
  if (which === 'none') return null
  const [row] = await rows<{ revision: number }>('select revision from destinations where id = $1', [id])
  if (row === undefined) return null
  return which === 'outdated' ? row.revision - 1 : row.revision
}

/** Notes the beginning of a change of settings. Returns a function that notes its end. */
function beginChange(
  destination: KnownDestination,
  changes: Partial<KnownSettings>,
  isOfEvents: boolean,
): (outcome: 'answered' | 'refused' | 'crashed') => void {
  const { settings } = destination
  const writes = settings.possible().map((before) => settings.begin({ ...before, ...changes }))
  const note = () => {
    if (isOfEvents) destination.isChanged = true
    destination.mayForgetWait()
    destination.noteChange()
  }
  note()
  return (outcome) => {
    note()
    for (const write of writes) settings.end(write, outcome)
  }
}

/** Rotates the secret with which requests to a simulated destination are signed. */
export const rotateDestinationSecret = operation({
  name: 'rotate the secret of a destination',
  weight: 1,
  needs: 'create a destination',
  draw: (random) => ({ destination: random.below(2), graceSeconds: random.pick([0, 86_400]) }),
  run: async (simulation, { destination: nth, graceSeconds }) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, 2)
    const { mayHaveOtherSecret } = destination
    destination.mayHaveOtherSecret = true
    const ended = await callAbout(simulation, destination, caller, 'rotate the secret of', (api) =>
      api
        .get(Destinations)
        .rotateSecret({ ...caller.reach, by }, { destinationId: id, graceSeconds, now: clock.now() }),
    )
    if (ended.kind === 'answered') destination.secrets.add(ended.value.secret)
    if (ended.kind !== 'crashed') destination.mayHaveOtherSecret = mayHaveOtherSecret
  },
})
