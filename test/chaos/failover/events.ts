import { setTimeout } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Member } from './member.ts'
import { takesWrites } from './takes-writes.ts'

/**
 * A disturbance of the database cluster in the failover trial, such as a kill. `at` is when it began and
 * `takesWritesAt` when a server took writes again, in milliseconds of this process.
 */
export interface Event {
  readonly name: string
  readonly at: number
  readonly takesWritesAt: number
}

export interface EventSizes {
  readonly kills: number
  readonly pauses: number
  readonly pauseSeconds: number
}

const patienceMs = 120_000
/**
 * The milliseconds that the failover trial waits between two disturbances, so that late effects of one are not
 * counted for the next.
 */
const quietMs = 5_000

/**
 * Disturbs the trial's database cluster with one event after the other, and waits before each until the cluster
 * is whole again.
 */
export async function disturb(cluster: Cluster, sizes: EventSizes): Promise<readonly Event[]> {
  const events: Event[] = []
  const happen = async (what: (primary: Member) => Promise<Event>) => {
    await cluster.isWhole()
    await setTimeout(quietMs)
    events.push(await what(await cluster.primary()))
  }
  for (let nth = 0; nth < sizes.kills; nth++)
    await happen((primary) =>
      nth % 2 === 0 ? killPostgres(cluster, primary) : loseMachine(cluster, primary),
    )
  for (let nth = 0; nth < sizes.pauses; nth++)
    await happen((primary) => pause(cluster, primary, sizes.pauseSeconds * 1000))
  await happen((primary) => switchOver(cluster, primary))
  await cluster.isWhole()
  await setTimeout(quietMs)
  return events
}

/** Kills PostgreSQL on the trial's primary; Patroni restarts it on the same server. */
async function killPostgres({ members }: Cluster, primary: Member): Promise<Event> {
  const at = performance.now()
  primary.killPostgres()
  return { name: 'kill of PostgreSQL', at, takesWritesAt: await takesWrites(members, patienceMs) }
}

/**
 * Kills PostgreSQL and its Patroni on the trial's primary. Another server takes over when the killed leader's
 * lease has expired.
 */
async function loseMachine({ members }: Cluster, primary: Member): Promise<Event> {
  const at = performance.now()
  await primary.killPatroni()
  primary.killPostgres()
  const takesWritesAt = await takesWrites(members, patienceMs)
  primary.revivePatroni()
  return { name: 'kill of PostgreSQL and Patroni', at, takesWritesAt }
}

async function pause({ members }: Cluster, primary: Member, milliseconds: number): Promise<Event> {
  const at = performance.now()
  const goOn = primary.pause()
  try {
    const others = members.filter((member) => member !== primary)
    const takesWritesAt = await takesWrites(others, patienceMs)
    await setTimeout(Math.max(0, at + milliseconds - performance.now()))
    return { name: 'pause', at, takesWritesAt }
  } finally {
    goOn()
  }
}

async function switchOver(cluster: Cluster, primary: Member): Promise<Event> {
  const successor = await cluster.successor()
  const at = performance.now()
  const [takesWritesAt] = await Promise.all([
    takesWrites([successor], patienceMs),
    primary.switchOver(successor.name),
  ])
  return { name: 'switchover', at, takesWritesAt }
}
