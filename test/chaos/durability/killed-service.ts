import { setTimeout } from 'node:timers/promises'
import { started, starting } from '../../../bench/support/started.ts'
import { Home, type SpindleProcess } from '../../process/spindle-process.ts'
import { family, signalAll } from '../stage/processes.ts'

/** The time in milliseconds after which a service that does not stop by itself is killed. */
const patienceMs = 10_000

/**
 * `KilledService` is the whole service as `npm start` runs it, with its own database. The durability scenario
 * kills its processes and starts the service again.
 */
export class KilledService {
  readonly home: Home
  /** The number of times that the scenario has started the service again because its process had ended. */
  restarts = 0
  #process: SpindleProcess | null = null

  static async start(): Promise<KilledService> {
    const service = new KilledService(await starting(Home.prepared(), (home) => home.remove()))
    await service.home.ready(service.#launch())
    return service
  }

  private constructor(home: Home) {
    this.home = home
  }

  async killService(): Promise<void> {
    await this.#process?.stop('SIGKILL')
  }

  /** Kills the database server of the scenario and all processes that it forked. */
  killDatabase(): void {
    const { database } = this.home
    if (database === null) throw new Error('There is no database to kill')
    signalAll(family(database), 'SIGKILL')
  }

  /** Starts the scenario's service again if its process has ended, and does not wait until it serves. */
  startIfEnded(): void {
    if (this.#process?.hasExited !== true) return
    this.restarts++
    this.#launch()
  }

  /**
   * Stops the scenario's service with SIGTERM, because only the service can stop a process that it is just
   * starting, such as its database.
   */
  async stop(): Promise<void> {
    await Promise.race([this.#process?.stop(), setTimeout(patienceMs)])
  }

  /** The last lines that the present process of the scenario's service has logged. */
  get log(): string {
    const { output = '', errors = '' } = this.#process ?? {}
    return `${output}${errors}`.split('\n').slice(-20).join('\n')
  }

  #launch(): SpindleProcess {
    started(() => this.stop())
    this.#process = this.home.launch({ DEFAULT_PLAN: 'unlimited', LOG_LEVEL: 'warn' })
    return this.#process
  }
}
