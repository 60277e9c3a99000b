import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openScratch } from './scratch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The commands that run benches and chaos scenarios, with the settings of the smallest load. */
const drivers = {
  bench: { script: 'bench/main.ts', smallest: { BENCH_SMOKE: '1' } },
  chaos: { script: 'test/chaos/main.ts', smallest: { CHAOS_KILLS: '1', CHAOS_APART_MS: '50' } },
} as const

/**
 * `DriverProcess` runs `npm run bench -- NAME…` or `npm run chaos -- NAME…` with the smallest load, for tests.
 * All files that the command writes are in a separate folder.
 */
export class DriverProcess {
  readonly directory = openScratch()
  readonly exit: Promise<number | NodeJS.Signals | null>
  output = ''
  errors = ''
  readonly #child: ChildProcess

  constructor(driver: keyof typeof drivers, ...names: readonly string[]) {
    const { script, smallest } = drivers[driver]
    const { NODE_OPTIONS: _, ...own } = process.env
    this.#child = spawn(process.execPath, [script, ...names], {
      cwd: root,
      env: { ...own, ...smallest, TMPDIR: this.directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()))
    this.#child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()))
    this.exit = new Promise((done) => this.#child.once('close', (code, signal) => done(code ?? signal)))
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Returns the folders that the tested command has created and not removed. */
  left(): string[] {
    return readdirSync(this.directory).filter((name) => /^spindle-(bench|test)-/.test(name))
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 10 })
  }
}
