import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openScratch } from '../support/scratch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * `BenchProcess` runs `npm run bench -- NAME…` with the smallest load, for tests. All files that the bench
 * writes are in a separate folder.
 */
export class BenchProcess {
  readonly directory = openScratch()
  readonly exit: Promise<number | NodeJS.Signals | null>
  output = ''
  errors = ''
  readonly #child: ChildProcess

  constructor(...names: readonly string[]) {
    const { NODE_OPTIONS: _, ...own } = process.env
    this.#child = spawn(process.execPath, ['bench/main.ts', ...names], {
      cwd: root,
      env: { ...own, BENCH_SMOKE: '1', TMPDIR: this.directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()))
    this.#child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()))
    this.exit = new Promise((done) => this.#child.once('close', (code, signal) => done(code ?? signal)))
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Returns the folders that the tested bench has created and not removed. */
  left(): string[] {
    return readdirSync(this.directory).filter((name) => name.startsWith('spindle-bench-'))
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 10 })
  }
}
