import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Reach } from '../../../../src/domain/account/reach.ts'
import { DestinationStore } from '../../../../src/ports/event/destinations.ts'
import type { KnownDestination } from '../../model/organization/destinations.ts'
import type { Random } from '../../run/random.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'

/** The caller of an operation with a destination: 0 and 1 are keys of one project, other numbers are people. */
export function drawCaller(random: Random): number {
  return random.pick([0, 1, 2, 2, 2])
}

/** A caller with the words for the story. */
export interface Caller {
  readonly reach: Reach
  /** The project to which the key is limited; null for a person. */
  readonly projectId: string | null
  readonly words: string
}

/** Returns the ids of the projects of the simulated organization, oldest first. */
export async function projectIdsOf(simulation: Simulation): Promise<readonly string[]> {
  const { organizationId } = simulation.demo
  const rows = await simulation.rows<{ id: string }>(
    'select id from projects where organization_id = $1 order by id',
    [organizationId],
  )
  return rows.map(({ id }) => id)
}

export async function callerOf(simulation: Simulation, number: number): Promise<Caller> {
  const { organizationId } = simulation.demo
  const projectId = (await projectIdsOf(simulation))[number] ?? null
  return {
    projectId,
    reach: { organizationId, projectIds: projectId === null ? null : [projectId] },
    words: projectId === null ? '' : ` by a key of project ${number + 1}`,
  }
}

/**
 * Calls the service about a destination. An answer to a key of a project is a fault if the destination cannot have been
 * limited to this project.
 */
export async function callAbout<Result>(
  simulation: Simulation,
  { name, id, settings }: KnownDestination,
  caller: Caller,
  what: string,
  work: Parameters<typeof simulation.call<Result>>[1],
): Promise<Ended<Result>> {
  const before = settings.possible()
  const ended = await simulation.call(`${what} ${name}${caller.words}`, work)
  const possible = simulation.gates.areShared ? settings.ever() : before
  const isWithin =
    caller.projectId === null || possible.some(({ projectId }) => projectId === caller.projectId)
  if (ended.kind === 'answered' && !isWithin)
    simulation.fault(`${what} ${name}${caller.words}: answered, although the key cannot see ${id}`)
  return ended
}

/** Lets a key read the attempts of a destination. They must not repeat events of other projects. */
export async function readAttempts(
  simulation: Simulation,
  { name, id }: KnownDestination,
  { reach, projectId, words }: Caller,
): Promise<void> {
  // The list of a destination of another organization is empty, which is no refusal.
  if (id === null || projectId === null || simulation.organization.isForeign) return
  const ended = await simulation.call(`read the attempts of ${name}${words}`, (api) =>
    api.get(DestinationStore).attempts(reach, id, false, { limit: 100, after: null }),
  )
  if (ended.kind !== 'answered') return
  for (const { response } of ended.value.items) assertWithin(simulation, response, projectId)
}

/** Reports an answer of a receiver that a key of a project reads, if it names events of another project. */
export function assertWithin(simulation: Simulation, response: string | null, projectId: string): void {
  // The answer to a ping names no project, because a ping has no events.
  if (response === null || response === 'events of ' || !response.startsWith('events of ')) return
  if (response.startsWith(`events of ${projectId} `) || response === `events of ${projectId}`) return
  simulation.fault(`a key of the project ${projectId} reads the answer "${response}"`)
}

export const by = service
