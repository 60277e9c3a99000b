import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { Member, type MemberState } from './member.ts'
import { programs } from './packages.ts'
import { openFolder, Part } from './part.ts'

const patienceMs = 180_000

/**
 * `Cluster` runs three PostgreSQL servers under Patroni for the failover trial, with an etcd that says which of
 * them takes writes.
 */
export class Cluster {
  readonly members: readonly Member[]

  static async start(directory: string): Promise<Cluster> {
    const [port, peerPort] = [await unusedPort(), await unusedPort()]
    const folder = openFolder(directory, 'etcd')
    const [own, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
    const options = {
      name: 'etcd',
      'data-dir': join(folder, 'data'),
      'listen-client-urls': own,
      'advertise-client-urls': own,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `etcd=${peer}`,
      // The settings of etcd's intervals in the failover trial. They are longer than the defaults, because the
      // test machine is busy and etcd would elect leaders needlessly.
      'heartbeat-interval': '500',
      'election-timeout': '5000',
    }
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    Part.start(folder, programs.etcd, [...words, '--enable-v2'])
    const members: Member[] = []
    for (const name of ['db1', 'db2', 'db3']) members.push(await Member.start(name, directory, port))
    const cluster = new Cluster(members)
    await cluster.isWhole()
    await cluster.#prepare()
    return cluster
  }

  private constructor(members: readonly Member[]) {
    this.members = members
  }

  /** The database URL with all three servers of the failover trial, in the form that DATABASE_URL accepts. */
  get url(): string {
    return `postgres://spindle:spindle@${this.members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/spindle`
  }

  /** Does nothing, because the code that started the programs of the trial's cluster also stops them. */
  async stop(): Promise<void> {}

  /**
   * Waits until one server of the trial's cluster is primary, and two follow it without lag, one of them
   * synchronously.
   */
  async isWhole(): Promise<void> {
    let seen: readonly MemberState[] = []
    for (const until = performance.now() + patienceMs; ; await setTimeout(500)) {
      seen = (await this.#states()) ?? seen
      if (isWhole(seen)) return
      if (performance.now() > until)
        throw new Error(`The cluster does not become whole: ${JSON.stringify(seen)}`)
    }
  }

  async primary(): Promise<Member> {
    return this.#inRole('leader')
  }

  /** Returns the synchronous standby of the trial's cluster, which has every acknowledged commit. */
  async successor(): Promise<Member> {
    return this.#inRole('sync_standby')
  }

  async #inRole(role: string): Promise<Member> {
    const state = (await this.#states())?.find((memberState) => memberState.role === role)
    const member = this.members.find(({ name }) => name === state?.name)
    if (member === undefined) throw new Error(`No member is ${role}`)
    return member
  }

  async #states(): Promise<readonly MemberState[] | null> {
    for (const member of this.members) {
      const states = await member.cluster()
      if (states !== null) return states
    }
    return null
  }

  /**
   * Creates the database role of the service and the role for PgBouncer in the trial's cluster, as
   * docs/operate/database.md describes.
   */
  async #prepare(): Promise<void> {
    const { adminUrl } = await this.primary()
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    try {
      await client.query(`create role spindle login password 'spindle'`)
      await client.query(`alter role spindle set lock_timeout = '4s'`)
      await client.query('alter role spindle set jit = off')
      await client.query('create database spindle owner spindle')
      await client.query('create table probes (at timestamptz not null default now())')
    } finally {
      await client.end()
    }
  }
}

function isWhole(states: readonly MemberState[]): boolean {
  const timelines = new Set(states.map(({ timeline }) => timeline))
  const roles = new Set(states.map(({ role }) => role))
  return (
    states.length === 3 &&
    timelines.size === 1 &&
    roles.has('leader') &&
    roles.has('sync_standby') &&
    states.every(({ status, lag = 0 }) => /^(running|streaming)$/.test(status) && Number(lag) < 1_000_000)
  )
}
