import type { Container } from 'inversify'
import pg from 'pg'
import { Database } from '../../src/adapters/postgres/database.ts'
import { openedMessage } from '../../src/adapters/postgres/sender/message/sealed-message.ts'
import { connectionTo } from '../../src/adapters/postgres/servers.ts'
import { Argon2Passwords } from '../../src/adapters/security/argon2-passwords.ts'
import { TemplateThreads } from '../../src/adapters/templates/template-threads.ts'
import { FlexibleThrottle } from '../../src/adapters/throttle/flexible-throttle.ts'
import { createContainer, postgres } from '../../src/composition/container.ts'
import { type Binding, provideValue } from '../../src/composition/provide.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { PasswordWeakness } from '../../src/domain/account/password/password-weakness.ts'
import type { MeterName } from '../../src/domain/plan/meter.ts'
import { defaultPlans } from '../../src/domain/plan/plan.ts'
import { type Mail, Mailer } from '../../src/ports/account/mailer.ts'
import { Passwords } from '../../src/ports/account/passwords.ts'
import { Throttle } from '../../src/ports/account/throttle.ts'
import { Clock } from '../../src/ports/clock.ts'
import { Slices } from '../../src/ports/job/slices.ts'
import { Sealing } from '../../src/ports/sealing.ts'
import { type Demo, SetUpDemo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { OfferPlans } from '../../src/use-cases/plan/offer-plans.ts'
import { turnChannel } from '../../workers/announced-turns.ts'
import { createTasks } from '../../workers/tasks.ts'
import { CapturingMailer } from './data/capturing-mailer.ts'
import { createDemoDatabase, createTestDatabase } from './test-database.ts'
import { FakeClock } from './time/fake-clock.ts'

/** A wake-up: an entry of the queue that requests a turn of an organization. */
interface QueuedTurn {
  readonly organizationId: string
}

/** Methods with which tests read and change stored data directly instead of by the ports. */
interface Inspector {
  /** Returns the cells of the records of a data table for a test, in order of arrival. */
  records(dataTableId: string): Promise<Record<string, unknown>[]>
  appends(dataTableId: string): Promise<{ seq: number; count: number }[]>
  used(organizationId: string, meter: MeterName, period: string): Promise<number>
  jobs(): Promise<{ id: string; status: string; fromSeq: number; toSeq: number }[]>
  /** Returns the turns requested for organizations in the tested service, in the order of the queue. */
  turns(): Promise<QueuedTurn[]>
  outbox(): Promise<{ to: string; subject: string; text: string | null }[]>
  /** Empties the queue of the tested service, as if its wake-ups were lost. */
  loseTurns(): Promise<void>
  /** Makes all waiting recipients and other waiting work of the tested service due now. */
  endWaits(): Promise<void>
  /** Changes stored rows of the tested service, as an administrator would by hand. */
  change(change: Change): Promise<void>
}

type Change =
  | { readonly plan: string }
  | { readonly keyExpiresAt: Date | null }
  | { readonly keyRevokedAt: Date | null }
  | { readonly scopes: readonly string[] }
  | { readonly columns: readonly string[]; readonly missingColumns?: 'reject' | 'fill' }
  | { readonly unpublish: boolean }
  | { readonly used: { readonly meter: MeterName; readonly period: string; readonly amount: number } }
  | { readonly rotateTokenTo: string }
  | { readonly runtimeSilentFor: number }
  | { readonly restoredTo: Date; readonly restoredAt?: Date; readonly nothingLost: boolean }

/**
 * `World` is a complete service on PostgreSQL inside a test, with the demo organization. Tests can look into its data,
 * set its clock and process its queue.
 */
export interface World {
  readonly container: Container
  readonly clock: FakeClock
  readonly config: Config
  readonly demo: Demo
  readonly mails: readonly Mail[]
  readonly inspect: Inspector
  /**
   * Processes the first wake-up in the queue of the tested service as a runtime would, and returns it; null if
   * the queue is empty.
   */
  takeNext(): Promise<QueuedTurn | null>
  /** Processes the wake-ups of the tested service's queue as a runtime would, until the queue is empty. */
  drain(): Promise<void>
  /** Writes everything that the adapters of the tested service have buffered to write later. */
  settle(): Promise<void>
  /** The HTTP servers that the test has started on this service. `close` stops them first. */
  readonly servers: Set<OpenServer>
  readonly database: Database
  readonly databaseUrl: string
  readonly sql: pg.Client
  /** Opens another connection to the database, which the test controls. The world closes it. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

/** An HTTP server that a test has started on the service of its `World`. */
interface OpenServer {
  close(): Promise<void>
}

/**
 * Passwords at a low cost, for tests. At the recommended cost, hashes take a third of the processor time of the
 * account tests. The password of most test users is not rated, because zxcvbn takes 2 ms for each sign-up.
 */
class CheapPasswords extends Argon2Passwords {
  constructor() {
    super({ memoryKib: 8, passes: 1 })
  }

  override async weaknessOf(password: string, own: readonly string[]): Promise<PasswordWeakness | null> {
    return password === defaultPassword ? null : super.weaknessOf(password, own)
  }
}

/** The password of most test users. The tests of `Argon2Passwords` show that it is strong. */
const defaultPassword = 'correct horse battery staple'

const passwords = new CheapPasswords()

const config = readConfig({
  SESSION_SECRET: 'a secret of the tests, thirty-two long',
  // The address of no DNS server, because the results of domain checks in tests must not depend on the network.
  DNS_SERVERS: '127.0.0.1:1',
})

/**
 * Returns the parts that replace those of production in every test service: a clock that the test sets, a
 * mailer that sends nothing, and a throttle that never refuses a test.
 */
function ownWorld() {
  const clock = new FakeClock()
  const mailer = new CapturingMailer()
  const patience = { attempts: 1_000_000, seconds: 1 }
  const rule = { perAddress: patience, perAccountAndAddress: patience, perAccount: patience }
  const throttle = FlexibleThrottle.inMemory({
    signIn: rule,
    signUp: rule,
    passwordReset: rule,
    passwordChange: rule,
    secondFactor: rule,
    confirmation: rule,
    invitation: rule,
    testSend: rule,
    destinationRequest: rule,
  })
  return {
    clock,
    mails: mailer.mails,
    bindings: [
      provideValue(Clock, clock),
      provideValue(Mailer, mailer),
      provideValue(Throttle, throttle),
      provideValue(Passwords, passwords),
    ],
  }
}

/** Bindings that replace adapters of the test service; a function if they need its database. */
export type Replacements = readonly Binding[] | ((database: Database) => readonly Binding[])

export async function createWorld(replacements: Replacements = [], poolSize = 8): Promise<World> {
  if (typeof replacements !== 'function' && replacements.length === 0) return createDemoWorld([], poolSize)
  // Makes the demo with the replaced parts, such as another clock.
  const { url, drop } = await createTestDatabase()
  return worldOn(url, drop, replacements, poolSize)
}

/** Creates a test service that copies the demo, for replacements that have no effect on how the demo is made. */
export async function createDemoWorld(replacements: readonly Binding[], poolSize = 8): Promise<World> {
  const { url, drop, demo } = await createDemoDatabase(makeDemo)
  return worldWith(url, drop, demo, replacements, poolSize)
}

/**
 * Makes the demo that the usual test services on PostgreSQL copy, one millisecond before their clocks begin. Otherwise
 * its ids, which another process may have made, would be in no certain order with the ids of the tests.
 */
async function makeDemo(url: string): Promise<Demo> {
  const clock = new FakeClock()
  clock.advance(-0.001)
  const world = await worldOn(url, async () => {}, [provideValue(Clock, clock)])
  await world.close()
  return world.demo
}

const takeEntry = {
  name: 'take_entry',
  text: `
    delete from graphile_worker._private_jobs where id = (
      select j.id from graphile_worker._private_jobs j
       where j.is_available
         and j.task_id not in (select t.id from graphile_worker._private_tasks t where t.identifier = 'fill-people')
       order by j.run_at, j.id limit 1 for update skip locked)
    returning payload`,
}

/** Creates a test service on a database that is migrated and empty. */
export async function worldOn(
  url: string,
  drop: () => Promise<void>,
  replacements: Replacements = [],
  poolSize = 8,
): Promise<World> {
  return worldWith(url, drop, null, replacements, poolSize)
}

/** Creates a test service on a database. Makes the demo in the database if `made` is null. */
async function worldWith(
  url: string,
  drop: () => Promise<void>,
  made: Demo | null,
  replacements: Replacements,
  poolSize: number,
): Promise<World> {
  const { clock, mails, bindings } = ownWorld()
  const database = new Database({ url, poolSize, acquireTimeoutMs: 2_000 })
  const container = createContainer(
    config,
    postgres(database),
    bindings,
    typeof replacements === 'function' ? replacements(database) : replacements,
  )
  const demo = made ?? (await populate(container))
  const sql = new pg.Client(connectionTo(url))
  sql.on('error', () => {})
  await sql.connect()
  const queueAnnounced = await announcedTurns(sql, container.get(Slices))
  const connections: pg.Client[] = []
  const servers = new Set<OpenServer>()
  const tasks = createTasks(container)
  const takeNext = async () => {
    await queueAnnounced()
    const [next] = await database.write<{ payload: QueuedTurn }>(takeEntry, [])
    if (next === undefined) return null
    await tasks['take-turn']?.(next.payload, { signal: new AbortController().signal })
    return next.payload
  }
  return {
    container,
    clock,
    config,
    demo,
    mails,
    database,
    databaseUrl: url,
    sql,
    connect: async () => {
      const connection = new pg.Client(connectionTo(url))
      connections.push(connection)
      await connection.connect()
      return connection
    },
    inspect: inspect(sql, demo, container.get(Sealing), queueAnnounced),
    drain: async () => {
      while ((await takeNext()) !== null) {
        // `takeNext` processes one wake-up of the tested service; the loop ends when the queue is empty.
      }
    },
    takeNext,
    settle: () => database.settle(),
    servers,
    close: async () => {
      // Ends transactions that a failed test has left open, because requests may wait for their locks.
      for (const connection of connections) await connection.end()
      await closeAll(servers)
      await sql.end()
      await container.get(TemplateThreads).close()
      await database.close()
      await drop()
    },
  }
}

/**
 * Listens for the organizations that start jobs. Returns a function that adds their turns to the queue, as a busy
 * runtime does.
 */
async function announcedTurns(sql: pg.Client, slices: Slices): Promise<() => Promise<void>> {
  const announced = new Set<string>()
  sql.on('notification', ({ channel, payload = '' }) => {
    if (channel === turnChannel) announced.add(payload)
  })
  await sql.query(`listen "${turnChannel}"`)
  return async () => {
    // The database sends the notifications of earlier commits before the answer.
    await sql.query('select 1')
    const organizationIds = [...announced]
    announced.clear()
    await slices.requestTurns(organizationIds)
  }
}

async function closeAll(servers: Set<OpenServer>): Promise<void> {
  for (const server of servers) await server.close()
}

async function populate(container: Container): Promise<Demo> {
  await container.get(OfferPlans).execute(defaultPlans)
  const demo = await container.get(SetUpDemo).execute('starter')
  if (demo === null) throw new Error('A world begins empty')
  return demo
}

function inspect(
  sql: pg.Client,
  demo: Demo,
  sealing: Sealing,
  queueAnnounced: () => Promise<void>,
): Inspector {
  return {
    records: async (id) => {
      const { rows } = await sql.query<{ data: Record<string, unknown> }>(
        `select r.data from appends a
           join records r on r.data_table_id = a.data_table_id and r.id >= a.first_id and r.id < a.first_id + a.count
          where a.data_table_id = $1 order by a.seq, r.id`,
        [id],
      )
      return rows.map(({ data }) => data)
    },
    appends: async (id) => {
      const { rows } = await sql.query<{ seq: string; count: number }>(
        'select seq, count from appends where data_table_id = $1 order by seq',
        [id],
      )
      return rows.map(({ seq, count }) => ({ seq: Number(seq), count }))
    },
    used: async (organizationId, meter, period) => {
      const { rows } = await sql.query<{ used: string }>(
        'select used from meter_of(p_organization => $1, p_meter => $2, p_period => $3)',
        [organizationId, meter, period],
      )
      return Number(rows[0]?.used ?? 0)
    },
    jobs: async () => {
      const { rows } = await sql.query<{ id: string; status: string; from_seq: string; to_seq: string }>(
        'select id, status, from_seq, to_seq from jobs order by created_at, id',
      )
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        fromSeq: Number(row.from_seq),
        toSeq: Number(row.to_seq),
      }))
    },
    turns: async () => {
      await queueAnnounced()
      const { rows } = await sql.query<{ payload: QueuedTurn }>(
        'select payload from graphile_worker._private_jobs where is_available order by run_at, id',
      )
      return rows.map(({ payload }) => payload)
    },
    loseTurns: async () => {
      await queueAnnounced()
      await sql.query('delete from graphile_worker._private_jobs')
    },
    endWaits: async () => {
      // Locks slices before their recipients, as the service does (docs/contribute/locks.md); otherwise a mark of
      // messages in another transaction could deadlock. PostgreSQL runs the statements of one text in one transaction.
      await sql.query(`
        select from slices order by job_id, no for no key update;
        update recipients set due_at = to_timestamp(0) where status = 'waiting';
        update slices set due_at = to_timestamp(0) where status = 'open'`)
      await sql.query('update sender_budgets set cooldown_until = null')
    },
    outbox: async () => {
      const { rows } = await sql.query<{ id: string; ciphertext: Buffer }>(
        'select id, ciphertext from captured_messages order by record_id',
      )
      return rows.map(({ id, ciphertext }) => {
        const content = openedMessage(ciphertext, id, sealing)
        if (content === null) throw new Error('A message does not open')
        const { to, subject, text } = content
        return { to, subject, text }
      })
    },
    change: async (change) => {
      const [statement, values] = statementOf(change, demo)
      await sql.query(statement, values)
    },
  }
}

function statementOf(change: Change, demo: Demo): [string, unknown[]] {
  if ('plan' in change)
    return ['update organizations set plan_id = $1 where id = $2', [change.plan, demo.organizationId]]
  if ('keyExpiresAt' in change) return ['update api_keys set expires_at = $1', [change.keyExpiresAt]]
  if ('keyRevokedAt' in change) return ['update api_keys set revoked_at = $1', [change.keyRevokedAt]]
  if ('scopes' in change) return ['update api_keys set scopes = $1', [change.scopes]]
  if ('unpublish' in change)
    return [
      'update spinners set published_version = $1 where id = $2',
      [change.unpublish ? null : 1, demo.spinnerId],
    ]
  if ('rotateTokenTo' in change) {
    return [
      'update data_tables set ingest_token_digest = $1 where id = $2',
      [change.rotateTokenTo, demo.dataTableId],
    ]
  }
  if ('restoredTo' in change) {
    return [
      "insert into restorations (restored_moment, source, handled_at, figures, restored_at) values ($1, 'backup', now(), $2, $3)",
      [change.restoredTo, { nothingLost: change.nothingLost }, change.restoredAt ?? new Date()],
    ]
  }
  if ('runtimeSilentFor' in change) {
    return [
      'update runtime_workers set last_seen_at = last_seen_at - make_interval(secs => $1)',
      [change.runtimeSilentFor],
    ]
  }
  if ('used' in change) {
    const { meter, period, amount } = change.used
    return [
      `with forgotten as (
         delete from meter_usage where organization_id = $1 and meter = $2 and period = $3 returning 1
       )
       insert into meters (organization_id, meter, period, used) select $1, $2, $3, $4 from (select count(*) from forgotten) f
       on conflict (organization_id, meter, period) do update set used = excluded.used`,
      [demo.organizationId, meter, period, amount],
    ]
  }
  const columns = change.columns.map((name) => ({ name, isMetadata: false }))
  return [
    `update data_tables set columns = $1, missing_columns = coalesce($2, missing_columns), schema_version = schema_version + 1
      where id = $3`,
    [JSON.stringify(columns), change.missingColumns ?? null, demo.dataTableId],
  ]
}
