import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { started } from '../../../bench/support/started.ts'

/** PostgreSQL refuses to run as root, and PgBouncer too: there they run as the user that Debian's package brings. */
export const runAs = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null

/** A program that the cluster is made of, in a folder of its own, with its words in a file. */
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
      // Ctrl-C is for the trial alone, which stops the parts in their turn.
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

/** A folder that the parts may write to. */
export function openFolder(...path: string[]): string {
  const folder = join(...path)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

/** A process and those that it has started. */
export function family(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return [pid, ...children]
}

/** The first of a family comes first, so that it does not start others in their place. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets, and may have blanks in it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

function idOf(which: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [which, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    // The check of the packages says what is missing.
    return 65534
  }
}
