import type { KnownDestination } from '../../model/organization/destinations.ts'
import type { Simulation } from '../../run/simulation.ts'
import type { Compared, Promised } from '../promise.ts'

interface StoredDestination {
  readonly id: string
  readonly status: string
  readonly position: number
  /** Whether the service has no time at which it delivers to the destination next, and no runtime delivers to it. */
  readonly isIdle: boolean
  /** The first and the last numbers of the requests that wait for a retry. */
  readonly retries: readonly (readonly [first: number, last: number])[]
  readonly last: number
}

interface StoredBatch {
  readonly number: number
  readonly count: number
  readonly type: string
  readonly projectId: string | null
}

const storedDestinations = `
  select d.id, d.status, d.position::float8 as position,
         d.due_at is null and d.lease_holder is null as "isIdle",
         coalesce((select json_agg(json_build_array(r.first_number, r.last_number)) from destination_retries r
                    where r.destination_id = d.id), '[]') as retries,
         coalesce((select s.last_number from event_streams s where s.organization_id = d.organization_id), 0)::float8
           as last
    from destinations d`

const storedBatches = `
  select e.number::float8 as number, e.count, e.type, e.project_id as "projectId" from events e
   where e.organization_id = $1 and e.number + e.count - 1 > $2::bigint order by e.number`

const nextEvent = `
  select e.number::float8 as number from events e
   where e.organization_id = $1 and e.number + e.count - 1 > $2::bigint and e.type = any($3)
     and ($4::uuid is null or e.project_id = $4::uuid)
   order by e.number limit 1`

export const eventsArrive: Promised = {
  promise: 'Each event within the reach of a destination arrives, or waits for a retry',
  when: 'settled',
  holds: (simulation) => checked(simulation, false),
}

export const noEventWaits: Promised = {
  promise: 'In the end each event within the reach of an active destination has arrived',
  when: 'end',
  holds: (simulation) => checked(simulation, true),
}

async function checked(simulation: Simulation, isEnd: boolean): Promise<Compared> {
  const { model, rows } = simulation
  if (model.destinations.created.length === 0) return { compared: 0, violations: [] }
  const stored = await rows<StoredDestination>(storedDestinations)
  let compared = 0
  const violations: string[] = []
  for (const destination of model.destinations.created) {
    const row = stored.find(({ id }) => id === destination.id)
    if (row === undefined) {
      if (!destination.wasChanged && !destination.mayBeRemoved)
        violations.push(`${destination.name} does not exist`)
      continue
    }
    if (destination.wasChanged) {
      // Events that are numbered from now on are sent by the changed settings alone.
      destination.changedAt = row.last
      destination.checkedTo = row.last
    }
    const result = await missing(simulation, destination, row, isEnd)
    compared += result.compared
    violations.push(...result.violations)
    if (!isEnd) violations.push(...(await forgotten(simulation, destination, row)))
  }
  return { compared, violations }
}

/** Compares the events of one destination from the last number up to which all have arrived. */
async function missing(
  { rows, demo }: Simulation,
  destination: KnownDestination,
  { position, retries, status }: StoredDestination,
  isEnd: boolean,
): Promise<Compared> {
  const { settings, changedAt, checkedTo, name } = destination
  const [present, ...others] = settings.possible()
  const mustBeComplete = isEnd && status === 'active'
  if (present === undefined || others.length > 0 || (position <= checkedTo && !mustBeComplete))
    return { compared: 0, violations: [] }
  const from = mustBeComplete ? changedAt : checkedTo
  const batches = await rows<StoredBatch>(storedBatches, [demo.organizationId, from])
  const numbers = batches
    .filter(({ type }) => present.types.some((one) => one === type))
    .filter(({ projectId }) => present.projectId === null || present.projectId === projectId)
    .flatMap(({ number, count }) => Array.from({ length: count }, (_, nth) => number + nth))
    .filter((number) => number > from && (mustBeComplete || number <= position))
  const absent = numbers.filter((number) => !destination.hasReceived(number))
  const waits = (number: number) => retries.some(([first, last]) => first <= number && number <= last)
  const lost = mustBeComplete ? absent : absent.filter((number) => !waits(number))
  destination.checkedTo = absent.length === 0 ? position : checkedTo
  return {
    compared: numbers.length,
    violations: lost.map((number) => `event ${number} has not arrived at ${name}`),
  }
}

/** Returns an active destination that has more events to get, if nothing makes the service deliver them. */
async function forgotten(
  { rows, demo }: Simulation,
  { settings, name }: KnownDestination,
  { position, last, status, isIdle }: StoredDestination,
): Promise<readonly string[]> {
  const [present, ...others] = settings.possible()
  if (!isIdle || status !== 'active' || last <= position || present === undefined || others.length > 0)
    return []
  const { types, projectId } = present
  const [next] = await rows<Pick<StoredBatch, 'number'>>(nextEvent, [
    demo.organizationId,
    position,
    types,
    projectId,
  ])
  return next === undefined ? [] : [`nothing makes the service deliver event ${next.number} to ${name}`]
}
