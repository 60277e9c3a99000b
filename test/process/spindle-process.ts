import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { fillWithPrepared } from '../support/data/prepared-data.ts'
import { openScratch } from '../support/scratch.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import { until } from '../support/until.ts'
import { type Command, commandOf } from './programs.ts'

type Environment = Readonly<Record<string, string>>

/**
 * `Home` is a data folder and a port for the Spindle processes of a test, one after another. Removing it ends
 * the processes that are left.
 */
export class Home {
  readonly directory: string
  readonly port: number
  readonly #started: SpindleProcess[] = []

  static async create(): Promise<Home> {
    return new Home(openScratch(), await unusedPort())
  }

  /** Creates a data folder for a test whose database is already migrated and has no demo. */
  static async prepared(): Promise<Home> {
    const home = await Home.create()
    fillWithPrepared(home.directory)
    return home
  }

  private constructor(directory: string, port: number) {
    this.directory = directory
    this.port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pidFile(): string {
    return join(this.directory, 'postgres', 'cluster', 'postmaster.pid')
  }

  /** The process id of the test's database server; null if none is running. */
  get database(): number | null {
    if (!existsSync(this.pidFile)) return null
    const pid = Number(readFileSync(this.pidFile, 'utf8').split('\n')[0])
    return pid > 0 && isAlive(pid) ? pid : null
  }

  get demo(): Demo {
    return JSON.parse(readFileSync(join(this.directory, 'demo.json'), 'utf8')) as Demo
  }

  /** Launches the service for a test from the source folder `code`, which is this repository by default. */
  launch(environment: Environment = {}, code?: string): SpindleProcess {
    return this.#launch(process.execPath, commandOf('main', [], code), environment)
  }

  /** Launches the API process of a split deployment for a test, from the source folder `code`. */
  launchApi(environment: Environment, code?: string): SpindleProcess {
    return this.#launch(process.execPath, commandOf('api', [], code), environment)
  }

  /** Launches a runtime process of a split deployment for a test, from the source folder `code`. */
  launchWorker(environment: Environment, code?: string): SpindleProcess {
    return this.#launch(process.execPath, commandOf('worker', [], code), environment)
  }

  /** Launches the service for a test by `npm start`, so that npm is between the signal and the service. */
  launchByNpm(): SpindleProcess {
    return this.#launch('npm', { ...commandOf('main'), words: ['start'] }, {})
  }

  /** Launches the service for a test and waits until it serves requests. */
  async start(): Promise<SpindleProcess> {
    const spindle = this.launch()
    await this.ready(spindle)
    return spindle
  }

  async ready(spindle: SpindleProcess): Promise<void> {
    await until(async () => {
      if (spindle.hasExited)
        throw new Error(`It ended instead of serving:\n${spindle.output}${spindle.errors}`)
      return this.isReady()
    })
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).ok
    } catch {
      return false
    }
  }

  async remove(): Promise<void> {
    for (const spindle of this.#started) spindle.signalGroup('SIGKILL')
    await Promise.all(this.#started.map(({ exit }) => exit))
    const { database } = this
    if (database !== null) {
      process.kill(database, 'SIGQUIT')
      await until(() => !isAlive(database))
    }
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 10 })
  }

  #launch(file: string, { words, cwd, env }: Command, environment: Environment): SpindleProcess {
    const child = spawn(file, words, {
      cwd,
      env: { ...env, DATA_DIR: this.directory, PORT: String(this.port), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const spindle = new SpindleProcess(child)
    this.#started.push(spindle)
    return spindle
  }
}

export class SpindleProcess {
  output = ''
  errors = ''
  /** The exit code of the test's process, or the signal that ended it. */
  readonly exit: Promise<number | NodeJS.Signals | null>
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
    child.stdout?.on('data', (text: Buffer) => {
      this.output += text.toString()
    })
    child.stderr?.on('data', (text: Buffer) => {
      this.errors += text.toString()
    })
    this.exit = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? signal))
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Sends a signal to the test's process and all processes that it started, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined || this.hasExited) return
    process.kill(-pid, signal)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    this.signal(signal)
    return this.exit
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
