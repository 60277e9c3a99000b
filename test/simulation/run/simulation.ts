import { AsyncLocalStorage } from 'node:async_hooks'
import { runRequest } from '../../../src/adapters/system/request-writes.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { eventTypes } from '../../../src/domain/event/event-type.ts'
import { defaultPlans } from '../../../src/domain/plan/plan.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { SetUpDemo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { OfferPlans } from '../../../src/use-cases/plan/offer-plans.ts'
import { Model } from '../model/model.ts'
import { meterOf, smallPlan } from '../model/organization/known-plans.ts'
import { Shared } from '../model/organization/shared.ts'
import { Outage } from './database/outage.ts'
import type { PreparedDatabase } from './database/prepared-database.ts'
import { Snapshot } from './database/snapshot.ts'
import type { EdgeReply, Sending } from './edge.ts'
import { Gates, ProcessEnded } from './gates.ts'
import type { Access, SimulatedOrganization } from './organization.ts'
import { shareOf } from './random.ts'
import type { Changes } from './run.ts'
import { SeededIds } from './seeded-ids.ts'
import type { ServiceProcess } from './service-process.ts'
import { type Parts, startProcess } from './started-process.ts'
import { Story } from './story.ts'
import { Meetings } from './transit/meetings.ts'
import { Transit } from './transit/transit.ts'
import { VirtualClock } from './virtual-clock.ts'
import { VirtualTimers } from './virtual-timers.ts'

/** The virtual time at which every simulation run begins, which is a Monday. */
export const beginning = new Date('2026-11-02T08:00:00.000Z')

/** The end of the subscription to all event types, after the end of every run. */
const neverEnds = new Date('2100-01-01T00:00:00.000Z')

const runtimeCount = 2

/** The largest number of attempts to subscribe to the events of an organization. */
const maxSubscriptions = 50

/**
 * Statements by which the simulator ends the leases, imports and key computations of dead processes. The
 * statements about leases return the leased rows, so that the work is taken again.
 */
const leasesEnd = [
  "update slices set lease_until = clock_timestamp() - interval '1 second' where lease_until > clock_timestamp() returning 1",
  "update mailboxes set lease_until = clock_timestamp() - interval '1 second' where lease_until > clock_timestamp() returning 1",
  "update imports set begun_at = begun_at - interval '1 hour'",
  "update import_blocks set written_at = written_at - interval '1 hour'",
  "update key_rebuilds set written_at = written_at - interval '1 hour'",
  "update destinations set lease_until = clock_timestamp() - interval '1 second' where lease_until > clock_timestamp() returning 1",
  "update test_clocks set lease_until = clock_timestamp() - interval '1 second' where lease_until > clock_timestamp() returning 1",
  'update outdated_waits set lease_until = null where lease_until is not null returning 1',
]

/**
 * The outcome of a simulated call of the service: answered, refused by the service, or without an answer after
 * a crash.
 */
export type Ended<Result> =
  | { readonly kind: 'answered'; readonly value: Result }
  | { readonly kind: 'refused'; readonly error: DomainError }
  /** The simulated process ended before it answered, so the caller does not know whether the call had an effect. */
  | { readonly kind: 'crashed' }

/**
 * The state of a run of the simulation: the processes of the service, the simulated servers and people around
 * them, and the model of both.
 */
export class Simulation {
  readonly seed: number
  readonly clock = new VirtualClock(beginning)
  readonly story: Story
  readonly shared = new Shared()
  /** The organizations of the run, the first one first. Another one is created when an operation is done in it. */
  readonly organizations: SimulatedOrganization[] = []
  readonly gates: Gates
  readonly outage = new Outage()
  readonly violations: string[] = []
  /** The number of times that each operation of the simulator ran, including operations within others, by name. */
  readonly ran: Record<string, number> = {}
  readonly #parts: Parts
  readonly #present = new AsyncLocalStorage<SimulatedOrganization>()
  #api: ServiceProcess
  readonly #runtimes: ServiceProcess[]
  #asked = 0
  /**
   * Whether the simulator's operation that has just ended did all work that was due. Some promises are checked
   * only then.
   */
  isQuiet = false
  /**
   * The number of mails in all simulated mailboxes when the simulator last found all of them read; null if some
   * were unread.
   */
  mailsRead: number | null = 0
  /** The virtual time up to which the simulator has run the service's periodic tasks. */
  periodicUntil = beginning
  /** The work of runtimes that is held half-way. */
  readonly transit: Transit
  readonly meetings = new Meetings()
  /** Whether a simulated process has ended, or the database was lost, during the present operation. */
  hasCrashed = false
  /**
   * Whether a request, or a process that ended, may have left work to the runtimes that has no due time: jobs of a resumed
   * spinner that are still paused, or outdated waits.
   */
  mayHaveLeftWork = true
  /** Whether a simulated process has ended that may have held leases, so that the simulator must end its leases. */
  #leasesHeldByDead = false

  constructor(
    seed: number,
    prepared: PreparedDatabase,
    { replacements, holdUp }: Required<Pick<Changes, 'replacements' | 'holdUp'>>,
  ) {
    this.seed = seed
    this.story = new Story(this.clock)
    this.gates = new Gates(this.clock, holdUp, this.shared.moments)
    this.transit = new Transit(this)
    this.addOrganization()
    const { clock, gates, outage, story, shared, organizations, meetings } = this
    const ids = new SeededIds(seed, clock)
    const timers = new VirtualTimers(clock, gates)
    this.#parts = {
      seed,
      clock,
      gates,
      timers,
      outage,
      story,
      shared,
      organizations,
      meetings,
      prepared,
      ids,
      replacements,
    }
    this.#api = this.#start('api')
    this.#runtimes = Array.from({ length: runtimeCount }, (_, index) => this.#start(`runtime ${index + 1}`))
  }

  /** Resets the database and sets up an organization at the beginning of a simulation run. */
  async begin(): Promise<void> {
    await this.#parts.prepared.reset(shareOf('database', this.seed))
    await this.#api.get(OfferPlans).execute([...defaultPlans, smallPlan])
    this.organization.access = await this.#api.get(SetUpDemo).execute('unlimited')
    await this.subscribe(this.demo.organizationId)
  }

  /** Subscribes to all events of an organization, which the service stores for a subscriber alone. */
  async subscribe(organizationId: string): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.api.get(EventStore).ask(organizationId, eventTypes, neverEnds)
      } catch (error) {
        // The process may end, or the database be lost, while another organization is created.
        if (attempt === maxSubscriptions || !(error instanceof DomainError || error instanceof ProcessEnded))
          throw error
      }
  }

  addOrganization(): SimulatedOrganization {
    const number = this.organizations.length + 1
    const organization = {
      number,
      model: new Model(this.shared),
      access: null,
      isTouched: false,
      isForeign: false,
    }
    this.organizations.push(organization)
    return organization
  }

  /** The organization in which the present operation is done or the present promise is compared. */
  get organization(): SimulatedOrganization {
    const organization = this.#present.getStore() ?? this.organizations[0]
    if (organization === undefined) throw new Error('A run has an organization')
    return organization
  }

  /** Does work in an organization: `demo` and `model` are those of the organization until the work ends. */
  within<Result>(organization: SimulatedOrganization, work: () => Promise<Result>): Promise<Result> {
    return this.#present.run(organization, work)
  }

  /** The number of requests to erase a person in all organizations so far. */
  get eraseCount(): number {
    return this.organizations.reduce((sum, { model }) => sum + model.eraseCount, 0)
  }

  get model(): Model {
    return this.organization.model
  }

  /** The present organization, with the ids and keys that the operations use. */
  get demo(): Access {
    const { access } = this.organization
    if (access === null) throw new Error('The organization was not created')
    return access
  }

  /** The simulated API process. After a crash this is a new process. */
  get api(): ServiceProcess {
    if (!this.#api.isAlive) this.#api = this.#replace(this.#api, 'api')
    return this.#api
  }

  get runtimeCount(): number {
    return this.#runtimes.length
  }

  /** Returns one of the simulated runtimes. After a crash it is a new process. */
  runtime(index: number): ServiceProcess {
    const place = index % this.#runtimes.length
    const runtime = this.#runtimes[place]
    if (runtime === undefined) throw new Error('There is a runtime')
    if (runtime.isAlive) return runtime
    const next = this.#replace(runtime, `runtime ${place + 1}`)
    this.#runtimes[place] = next
    return next
  }

  /** Returns one of the simulated runtimes that do not stand still, for the next work. */
  freeRuntime(index: number): ServiceProcess {
    const runtime = this.runtime(index)
    return this.transit.isFrozen(runtime) ? this.runtime(index + 1) : runtime
  }

  /**
   * Calls a use case of the simulated service as one request. A `DomainError` is a refusal; any other error is
   * a fault of the service.
   */
  async call<Result>(words: string, work: (api: ServiceProcess) => Promise<Result>): Promise<Ended<Result>> {
    const { api } = this
    const what = this.#told(words)
    this.mayHaveLeftWork = true
    try {
      const value = await runRequest(null, () => work(api))
      api.assertAlive()
      this.story.tell(`${what}: done`)
      if (this.organization.isForeign) this.fault(`${what}: answered, with ids of another organization`)
      return { kind: 'answered', value }
    } catch (error) {
      if (!api.isAlive || error instanceof ProcessEnded) {
        this.story.tell(`${what}: the process ended before it answered`)
        this.hasCrashed = true
        return { kind: 'crashed' }
      }
      if (error instanceof DomainError && error.code === 'OUTCOME_UNKNOWN' && this.outage.hasBegun) {
        this.story.tell(`${what}: the connection to the database was lost`)
        this.hasCrashed = true
        return { kind: 'crashed' }
      }
      if (error instanceof DomainError) {
        this.story.tell(`${what}: refused, ${error.code}`)
        this.#noteRefusal(what, error)
        return { kind: 'refused', error }
      }
      this.fault(`${what} failed with ${String(error)}`)
      return { kind: 'crashed' }
    }
  }

  /**
   * Sends a request to the simulated API. An answer with status 5xx is a fault of the service, unless
   * the database was lost.
   */
  async ask(words: string, sending: Sending): Promise<Ended<EdgeReply>> {
    const what = this.#told(words)
    const headers = { 'x-request-id': `request-${this.#asked++}`, ...sending.headers }
    const { api } = this
    this.mayHaveLeftWork = true
    try {
      const edge = sending.isManagement === true ? api.management : api.edge
      const reply = await edge.ask({ ...sending, headers })
      api.assertAlive()
      const { status, body } = reply
      this.story.tell(
        `${what}: answered ${status}${typeof body['code'] === 'string' ? ` ${body['code']}` : ''}`,
      )
      if (status >= 500 && this.outage.hasBegun) {
        this.hasCrashed = true
        return { kind: 'crashed' }
      }
      if (status >= 500) this.fault(`${what}: answered ${status}`)
      return { kind: 'answered', value: reply }
    } catch (error) {
      if (api.isAlive && !(error instanceof ProcessEnded)) this.fault(`${what} failed with ${String(error)}`)
      this.story.tell(`${what}: the process ended before it answered`)
      return { kind: 'crashed' }
    }
  }

  /** Reads rows of the database for checks and decisions of the simulator, outside the simulated processes. */
  readonly rows = async <Row extends object>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    const { looks } = this.#parts.prepared
    const look = { name: nameOf(text), text, values: [...values] }
    const { rows } = await this.gates.alone(() => looks.query<Row & Record<string, unknown>>(look))
    return rows
  }

  /** Returns the organizations of whose turns the runtimes hear now, in the order of their ids. */
  takeAnnouncedTurns(): readonly string[] {
    const { announced } = this.#parts.prepared
    const organizationIds = [...announced].toSorted()
    announced.clear()
    return organizationIds
  }

  readonly fault = (words: string): void => {
    this.story.tell(`FAULT: ${words}`)
    this.violations.push(words)
  }

  /** Records that simulated runtimes may hold leases of slices that they no longer work on. */
  noteLostLeases(): void {
    this.#leasesHeldByDead = true
  }

  /** Takes a simulated backup of all rows of the database. */
  backUp(): Promise<Snapshot> {
    return this.gates.alone(() => Snapshot.take(this.#parts.prepared))
  }

  /** Ends every simulated process of the service. New processes start in their place when they are needed. */
  restart(): void {
    this.end()
    this.story.tell('every process is stopped')
  }

  /**
   * Ends the leases and imports of dead simulated processes, which would last longer by the database's real
   * clock. Returns whether there were any.
   */
  async endLeasesOfDead(): Promise<boolean> {
    // Starts a new simulated process for each one that has ended; this notes that the old one's leases must end.
    this.api.assertAlive()
    for (const index of this.#runtimes.keys()) this.runtime(index)
    // Ends leases also after a simulated loss of the database: the runtimes continue, but no longer work on the
    // slices that they had leased.
    if (!this.#leasesHeldByDead && !this.outage.hasBegun) return false
    // Leases of held work have not ended yet, and end with those of dead processes when enough time has passed.
    if (this.transit.holdsLeases) return false
    this.#leasesHeldByDead = false
    return (await this.endLeases('of ended processes')) > 0
  }

  /** Ends all leases, imports and key computations. Returns the number of leases. */
  async endLeases(whose: string): Promise<number> {
    let ended = 0
    this.mayHaveLeftWork = true
    for (const statement of leasesEnd) ended += (await this.rows(statement)).length
    if (ended > 0) this.story.tell(`the leases ${whose} run out (${ended})`)
    return ended
  }

  /** Ends every simulated process of the service at the end of a run, so that remaining timers have no effect. */
  end(): void {
    for (const process of [this.#api, ...this.#runtimes]) process.end()
  }

  #noteRefusal(what: string, { code, details }: DomainError): void {
    const meter = meterOf(details['meter'])
    if (code !== 'PLAN_LIMIT' || meter === null) return
    const [limit, used, requested] = [details['limit'], details['used'], details['requested']].map(Number)
    this.model.planRefusals.push({
      what,
      meter,
      limit: limit ?? 0,
      used: used ?? 0,
      requested: requested ?? 0,
    })
  }

  #told(words: string): string {
    const { number, isForeign } = this.organization
    if (isForeign) return `with the key of organization ${number}: ${words}`
    return number === 1 ? words : `organization ${number}: ${words}`
  }

  #replace(dead: ServiceProcess, name: string): ServiceProcess {
    this.story.tell(`${dead.name} has ended; another starts in its place`)
    this.#leasesHeldByDead = true
    this.mayHaveLeftWork = true
    this.hasCrashed = true
    return this.#start(name)
  }

  #start(name: string): ServiceProcess {
    return startProcess(name, this.#parts)
  }
}

const names = new Map<string, string>()

/**
 * Returns a name for an SQL statement of the simulator. PostgreSQL plans a named statement once for each
 * connection.
 */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `simulation_${names.size}`
  names.set(text, name)
  return name
}
