import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { started } from '../../../bench/support/started.ts'

/**
 * The Linux user that runs the programs of the trial's cluster; null for the current user. PostgreSQL and
 * PgBouncer refuse to run as root, so under root they run as the user of Debian's package.
 */
export const runAs = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null

/**
 * `Part` is a program of the failover trial, such as etcd or PgBouncer, with its own folder and its output in a
 * log file.
 */
export class Part {
  readonly #child: ChildProcess
  readonly #exited: Promise<void>

  static start(folder: string, command: string, words: readonly string[]): Part {
    const part = new Part(folder, command, words)
    started(() => part.kill())
    return part
  }

  private constructor(folder: string, command: string, words: readonly string[]) {
    const log = openSync(join(folder, 'log'), 'a')
    this.#child = spawn(command, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      // Starts the trial's program in its own process group, so that Ctrl-C reaches only the trial, which stops
      // the programs in order.
      detached: true,
      ...runAs,
    })
    this.#exited = new Promise((done) => {
      this.#child.once('exit', () => done())
      this.#child.once('error', () => done())
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.#exited
  }
}

/** Creates a folder that the programs of the trial's cluster may write to. */
export function openFolder(...path: string[]): string {
  const folder = join(...path)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

function idOf(which: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [which, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    // Returns the id of the user `nobody` if the user `postgres` is missing. The check of Debian packages
    // reports what has to be installed for the trial.
    return 65534
  }
}
