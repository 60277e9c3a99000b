import { ReplayEvents } from '../../../../src/use-cases/event/destinations/replay-events.ts'
import { SendToDestination } from '../../../../src/use-cases/event/destinations/send-to-destination.ts'
import { named, operation } from '../operation.ts'
import { assertWithin, by, callAbout, callerOf, drawCaller, readAttempts } from './destination-reach.ts'

const neverAborted = new AbortController().signal

/** Repeats an attempt of a simulated destination, or sends a ping. A key reads the attempts before. */
export const repeatAttempt = operation({
  name: 'repeat an attempt',
  weight: 5,
  needs: 'create a destination',
  draw: (random) => ({
    destination: random.below(2),
    /** The number of the attempt, the latest first; null for a ping. */
    attempt: random.chance(0.9) ? random.below(12) : null,
    caller: drawCaller(random),
  }),
  run: async (simulation, { destination: nth, attempt: number, caller: callerNumber }) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, callerNumber)
    await readAttempts(simulation, destination, caller)
    const attempts = await simulation.rows<{ id: string }>(
      'select id from destination_attempts where destination_id = $1 order by id desc limit 12',
      [id],
    )
    const attemptId = number === null ? null : (named(attempts, number)?.id ?? null)
    if (number !== null && attemptId === null) return
    destination.request(clock.latest)
    destination.repeating++
    const ended = await callAbout(
      simulation,
      destination,
      caller,
      number === null ? 'ping' : `repeat attempt ${number + 1} of`,
      (api) =>
        api.get(SendToDestination).execute({
          reach: caller.reach,
          destinationId: id,
          attemptId,
          by,
          now: clock.now(),
          signal: neverAborted,
        }),
    )
    destination.repeating--
    if (ended.kind === 'answered' && caller.projectId !== null && ended.value.events !== null)
      assertWithin(simulation, ended.value.response, caller.projectId)
  },
})

const hourMs = 3_600_000

/** Sends the events of the last hours to a simulated destination again. */
export const replayEvents = operation({
  name: 'replay events',
  weight: 3,
  needs: 'create a destination',
  draw: (random) => ({
    destination: random.below(2),
    hours: random.pick([1, 24, 240]),
    caller: drawCaller(random),
  }),
  run: async (simulation, { destination: nth, hours, caller: number }) => {
    const { model, clock } = simulation
    const destination = named(model.destinations.created, nth)
    const { id = null } = destination ?? {}
    if (destination === null || id === null) return
    const caller = await callerOf(simulation, number)
    const since = new Date(clock.now().getTime() - hours * hourMs).toISOString()
    destination.request(clock.latest)
    destination.replays++
    await callAbout(simulation, destination, caller, `replay ${hours} hours to`, (api) =>
      api.get(ReplayEvents).execute({ reach: caller.reach, destinationId: id, since, until: null, by }),
    )
  },
})
