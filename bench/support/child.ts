import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { started } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A message of a bench's child process: it is ready, or an event happened at a time. */
export type Message = 'ready' | { readonly what: string; readonly at: number }

export interface ChildOptions {
  readonly script: string
  readonly environment: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

/** A process that a bench starts, and whose messages it receives. */
export class Child {
  readonly pid: number
  readonly exited: Promise<void>
  onMessage: (what: string, at: number) => void = () => {}
  readonly #process: ChildProcess

  static async start({ script, environment, flags = [] }: ChildOptions): Promise<Child> {
    const spawned = spawn(process.execPath, [...flags, script], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const child = new Child(spawned)
    started(() => child.stop())
    await new Promise<void>((ready, fail) => {
      spawned.once('message', () => ready())
      spawned.once('exit', () => fail(new Error(`${script} did not start`)))
    })
    return child
  }

  private constructor(child: ChildProcess) {
    this.#process = child
    this.pid = child.pid ?? 0
    this.exited = new Promise((done) => child.once('exit', () => done()))
    child.on('message', (message: Message) => {
      if (message !== 'ready') this.onMessage(message.what, message.at)
    })
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM')
    await this.exited
  }

  /** Returns the largest memory that the child process ever held, in MB. */
  peakMemory(): number {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  }
}

/**
 * Returns the present time in milliseconds with fractions, on the monotonic clock that all processes of this machine
 * share. A process reads the system time for `performance.timeOrigin` once, at its start; after an adjustment of the
 * system time, two processes differed by 16 ms.
 */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Sends a message from a child process to its bench. */
export function tell(message: Message): void {
  process.send?.(message)
}
