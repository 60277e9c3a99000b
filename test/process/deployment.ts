import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createWriteStream, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { addRecords } from '../../bench/support/jobs.ts'
import { connectionTo } from '../../src/adapters/postgres/servers.ts'
import { digest } from '../../src/adapters/security/secret.ts'
import { createService, type Service } from '../../src/composition/service.ts'
import { readConfig } from '../../src/config.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { defaultPlans } from '../../src/domain/plan/plan.ts'
import type { OutboxMessage } from '../../src/domain/sender/message/message.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { createLogger } from '../../src/operation/process/logger.ts'
import { Secrets } from '../../src/ports/account/secrets.ts'
import { Ids } from '../../src/ports/ids.ts'
import { MessageLog } from '../../src/ports/sender/message/message-log.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { type Demo, SetUpDemo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { Jobs } from '../../src/use-cases/job/jobs.ts'

import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { OfferPlans } from '../../src/use-cases/plan/offer-plans.ts'
import { pagesOf } from '../support/browser/pages.ts'
import { fillWithPrepared } from '../support/data/prepared-data.ts'
import { openScratch } from '../support/scratch.ts'
import { newSpinner, newTable, versionOf } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { commandOf, type Program } from './programs.ts'

/** A data table and a spinner over it in a test's deployment, to which tests add records and jobs. */
type Place = Pick<Demo, 'dataTableId' | 'spinnerId'>

/** The database server on which a deployment of the tests runs. */
export interface DatabaseServer {
  /**
   * The database URL of the test's deployment: of one server, or of several servers of which one accepts
   * writes.
   */
  readonly url: string
  stop(): Promise<void>
}

/** `Deployment` is a deployment for tests with its own database. Its runtimes are processes that tests can kill. */
export class Deployment<Server extends DatabaseServer = EmbeddedServer> {
  readonly server: Server
  readonly #directory: string
  readonly #environment: Readonly<Record<string, string>>
  readonly #service: Service
  readonly #demo: Demo
  readonly #workers: Worker[] = []

  static async create(settings: Readonly<Record<string, string>> = {}): Promise<Deployment> {
    const directory = openScratch()
    fillWithPrepared(directory)
    return Deployment.on(await startEmbeddedServer(directory), directory, settings)
  }

  /**
   * Creates a deployment for a test on an empty database. `settings` can make its processes reach the database
   * through a proxy or as several servers.
   */
  static async on<Server extends DatabaseServer>(
    server: Server,
    directory: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<Deployment<Server>> {
    await migrate(server.url)
    const { environment, service } = serviceOn(server, directory, settings)
    await service.container.get(OfferPlans).execute(defaultPlans)
    const demo = await service.container.get(SetUpDemo).execute('unlimited')
    if (demo === null) throw new Error('A deployment begins empty')
    return new Deployment(directory, server, environment, service, demo)
  }

  /**
   * Creates a deployment for a test on an existing database, which takes over the organization of another
   * deployment.
   */
  static goOn<Server extends DatabaseServer>(
    server: Server,
    directory: string,
    demo: Demo,
    settings: Readonly<Record<string, string>>,
  ): Deployment<Server> {
    const { environment, service } = serviceOn(server, directory, settings)
    return new Deployment(directory, server, environment, service, demo)
  }

  private constructor(
    directory: string,
    server: Server,
    environment: Readonly<Record<string, string>>,
    service: Service,
    demo: Demo,
  ) {
    this.#directory = directory
    this.server = server
    this.#environment = environment
    this.#service = service
    this.#demo = demo
  }

  /** Returns all captured messages of the test's deployment. */
  async messages(): Promise<readonly OutboxMessage[]> {
    const outbox = this.#service.container.get(MessageLog)
    return (await pagesOf((page) => outbox.captured(this.#demo.organizationId, null, page), 200)).flat()
  }

  /** The data table and the spinner of the demo, which every deployment of the tests has. */
  get first(): Place {
    return this.#demo
  }

  /**
   * Adds a data table with a spinner to the test's deployment. Like the demo's spinner, it writes once per
   * person.
   */
  async addPlace(): Promise<Place> {
    const { container } = this.#service
    const { organizationId } = this.#demo
    const createdAt = new Date()
    const [{ projectId } = { projectId: '' }] = await this.query<{ projectId: string }>(
      'select id as "projectId" from projects',
    )
    const place = { organizationId, projectId, createdAt }
    const ids = container.get(Ids)
    const dataTableId = ids.next()
    const token = container.get(Secrets).ingestToken(dataTableId)
    const table = newTable({ ...place, id: dataTableId }, token)
    const spinner = newSpinner({
      ...place,
      id: ids.next(),
      dataTableId: table.id,
      contact: 'oncePerPerson',
    })
    await container.get(UnitOfWork).run(async (tx) => {
      await tx.dataTables.add(table)
      await tx.spinners.add(spinner, versionOf(spinner))
    })
    return { dataTableId: table.id, spinnerId: spinner.id }
  }

  /**
   * Adds this many records to the test's deployment and starts a job over them. The records belong to `people`
   * people, or each to a different person.
   */
  async trigger(recipients: number, place = this.first, people: number | null = null): Promise<string> {
    await this.#connected((client) => addRecords(client, place.dataTableId, recipients, people))
    const { answer } = await this.#service.container.get(TriggerSpinner).execute({
      caller: { kind: 'apiKey', digest: digest(this.#demo.apiKey) },
      spinnerId: place.spinnerId,
      idempotency: null,
    })
    return answer.jobId
  }

  /** Cancels a job of the test's deployment. Once this call returns, no further message leaves. */
  async cancel(jobId: string): Promise<void> {
    const { organizationId } = this.#demo
    await this.#service.container.get(Jobs).cancel({ organizationId, by: operator }, jobId)
  }

  startWorker(): Promise<Worker> {
    return this.#start('worker', 'runtime started')
  }

  /** Starts an API process of the test's deployment that listens at a port of this machine. */
  startApi(port: number): Promise<Worker> {
    return this.#start('api', 'listening', { PORT: String(port) })
  }

  /** Runs an operator's command on the test's deployment as it is typed, and returns its output. */
  async admin(...words: string[]): Promise<string> {
    const command = commandOf('admin', words)
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command.words, {
      cwd: command.cwd,
      env: { ...command.env, ...this.#environment },
    })
    return stdout + stderr
  }

  /** The service's use cases on the database of the test's deployment, in the test's own process. */
  get container(): Service['container'] {
    return this.#service.container
  }

  /** The demo organization of the test's deployment with its ids and secrets. */
  get demo(): Demo {
    return this.#demo
  }

  async #start(
    program: Program,
    words: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Worker> {
    const command = commandOf(program)
    const child = spawn(process.execPath, command.words, {
      cwd: command.cwd,
      env: { ...command.env, ...this.#environment, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const worker = new Worker(child, words)
    this.#workers.push(worker)
    await worker.started
    return worker
  }

  /** Waits until the database runs no statement of a killed worker, which could still commit. */
  async untilStatementsEnd(): Promise<void> {
    await until(async () => {
      const [row] = await this.query<{ running: number }>(
        `select count(*)::int as running from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and state <> 'idle'
            and pid <> pg_backend_pid()`,
      )
      return row?.running === 0
    })
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#connected(async (client) => (await client.query<Row>(text, values)).rows)
  }

  /** Runs `work` with a database connection of its own, for benchmarks that need one connection. */
  withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    return this.#connected(work)
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) worker.signal('SIGKILL')
    await Promise.all(this.#workers.map(({ exited }) => exited))
    await this.#service.close()
    await this.server.stop()
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 10 })
  }

  async #connected<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client(connectionTo(this.server.url))
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
}

export class Worker {
  readonly started: Promise<void>
  readonly exited: Promise<void>
  readonly #child: ChildProcess

  constructor(child: ChildProcess, words: string) {
    this.#child = child
    this.exited = new Promise((done) => child.once('exit', () => done()))
    this.started = new Promise((done, fail) => {
      child.stdout?.on('data', (text: Buffer) => {
        if (text.includes(words)) done()
      })
      child.once('exit', () => fail(new Error('The process ended instead of starting')))
    })
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Writes the further output of the deployment's process to a file, for the test. */
  logTo(path: string): void {
    this.#child.stdout?.pipe(createWriteStream(path))
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.exited
  }
}

function serviceOn({ url }: DatabaseServer, directory: string, settings: Readonly<Record<string, string>>) {
  const environment = {
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: directory,
    ...settings,
  }
  return { environment, service: createService(readConfig(environment), url, createLogger('silent')) }
}
