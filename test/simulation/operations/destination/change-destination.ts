import { ChangeDestination } from '../../../../src/use-cases/event/destinations/change-destination.ts'
import { RotateDestinationSecret } from '../../../../src/use-cases/event/destinations/rotate-destination-secret.ts'
import { named, operation } from '../operation.ts'
import { by, callAbout, callerOf, drawCaller, projectIdsOf } from './destination-reach.ts'

/** Changes the URL of a simulated destination, the project to which it is limited, or whether it gets addresses. */
export const changeDestination = operation({
  name: 'change a destination',
  weight: 5,
  needs: 'create a destination',
  draw: (random) => ({
    destination: random.below(2),
    what: random.pick(['url', 'url', 'project', 'project', 'addresses', 'url and addresses']),
    /** The number of the project; a number without a project stands for all events. */
    project: random.pick([0, 1, 2]),
    includeAddresses: random.chance(0.5),
    caller: drawCaller(random),
  }),
  run: async (simulation, { destination: nth, what, project, includeAddresses, caller: number }) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, number)
    const projectId = (await projectIdsOf(simulation))[project] ?? null
    const changes = {
      ...(what.includes('url') ? { url: destination.nextUrl() } : {}),
      ...(what === 'project' ? { projectId } : {}),
      ...(what.includes('addresses') ? { includeAddresses } : {}),
    }
    // A key that widens a destination leaves it limited to its own project.
    const own = what === 'project' ? { projectId: projectId ?? caller.projectId } : {}
    const words = what === 'project' ? `the project (${project + 1}) of` : `${what} of`
    const writes = destination.settings
      .possible()
      .map((before) => destination.settings.begin({ ...before, ...changes, ...own }))
    if (what !== 'addresses') destination.isChanged = true
    const ended = await callAbout(simulation, destination, caller, `change ${words}`, (api) =>
      api.get(ChangeDestination).execute({
        reach: caller.reach,
        destinationId: id,
        changes,
        revision: null,
        by,
        now: clock.now(),
      }),
    )
    if (what !== 'addresses') destination.isChanged = true
    for (const write of writes) destination.settings.end(write, ended.kind)
  },
})

/** Rotates the secret with which requests to a simulated destination are signed. */
export const rotateDestinationSecret = operation({
  name: 'rotate the secret of a destination',
  weight: 1,
  needs: 'create a destination',
  draw: (random) => ({ destination: random.below(2), endsPrevious: random.chance(0.5) }),
  run: async (simulation, { destination: nth, endsPrevious }) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, 2)
    const { mayHaveOtherSecret } = destination
    destination.mayHaveOtherSecret = true
    const ended = await callAbout(simulation, destination, caller, 'rotate the secret of', (api) =>
      api
        .get(RotateDestinationSecret)
        .execute({ reach: caller.reach, destinationId: id, endsPrevious, by, now: clock.now() }),
    )
    if (ended.kind === 'answered') destination.secrets.add(ended.value)
    if (ended.kind !== 'crashed') destination.mayHaveOtherSecret = mayHaveOtherSecret
  },
})
