import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/adapters/postgres/embedded/free-port.ts'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { fillWithPrepared, openScratch } from './arena.ts'
import { started } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const patienceMs = 10_000

/**
 * `Spindle` is the whole service as `npm start` runs it, with a folder and a port of its own, to be killed by
 * a bench.
 */
export class Spindle {
  readonly dataDirectory: string
  readonly url: string
  /** The number of times that the process of the service ended, killed or not. */
  exits = 0
  readonly #port: number
  #process: ChildProcess | null = null
  #removed = false

  static async install(): Promise<Spindle> {
    const spindle = new Spindle(openScratch(), await freePort())
    started(() => spindle.remove())
    fillWithPrepared(spindle.dataDirectory)
    return spindle
  }

  private constructor(dataDirectory: string, port: number) {
    this.dataDirectory = dataDirectory
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
  }

  isUp(): boolean {
    return this.#process !== null
  }

  /** Starts the service and waits until it answers or has ended. */
  async start(): Promise<void> {
    if (this.#removed) throw new Error('It was removed')
    const log = openSync(this.#logFile, 'a')
    const child = spawn(process.execPath, ['--min-semi-space-size=8', 'src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: this.dataDirectory,
        PORT: String(this.#port),
        DEFAULT_PLAN: 'unlimited',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', log, log],
      detached: true,
    })
    this.#process = child
    child.once('exit', () => {
      this.#process = null
      this.exits++
    })
    while (this.isUp() && !(await this.#isReady())) await setTimeout(20)
  }

  async killService(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Kills the database server and all processes that it forked. */
  killDatabase(): Promise<void> {
    const pidFile = join(this.dataDirectory, 'postgres', 'cluster', 'postmaster.pid')
    const server = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : null
    if (server !== null) for (const pid of [server, ...childrenOf(server)]) killIfThere(pid)
    return Promise.resolve()
  }

  demo(): Demo {
    return JSON.parse(readFileSync(join(this.dataDirectory, 'demo.json'), 'utf8')) as Demo
  }

  log(): string {
    return readFileSync(this.#logFile, 'utf8').split('\n').slice(-20).join('\n')
  }

  async remove(): Promise<void> {
    this.#removed = true
    // Stops the service before killing it, because only the service can stop a process that it is just
    // starting, such as its database.
    await Promise.race([this.stop(), setTimeout(patienceMs)])
    await this.killService()
    await this.killDatabase()
    rmSync(this.dataDirectory, { recursive: true, force: true, maxRetries: 10 })
  }

  get #logFile(): string {
    return join(this.dataDirectory, 'spindle.log')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    const exited = new Promise((done) => child.once('exit', done))
    process.kill(child.pid, signal)
    await exited
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).ok
    } catch {
      return false
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
