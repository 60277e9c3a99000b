import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { SearchAnswer, SearchOrder } from './search.ts'

/** The time in milliseconds after which a seed that has no result counts as endless. */
const patienceMs = 120_000

/** A process that runs seeds in a tree, seen from the process that started it. */
export class Searcher {
  readonly #child: ChildProcess
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /**
   * Starts a process that uses the files of a tree and a database of its own. `compiled` is the folder of its compiled
   * files, which a later process with the same tree uses again.
   */
  static async start(
    { tree, compiled }: { readonly tree: string; readonly compiled: string },
    url: string,
    execArgv: readonly string[],
  ): Promise<Searcher> {
    const child = fork(join(tree, 'test/simulation/planted/search.ts'), [url], {
      cwd: tree,
      execArgv: [...execArgv],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const searcher = new Searcher(child)
    await searcher.#next()
    return searcher
  }

  /** Gives the process an order after its earlier orders, and returns its answer. */
  answer(order: SearchOrder): Promise<SearchAnswer> {
    const answer = this.#turn.then(() => {
      this.#child.send(order)
      return this.#next() as Promise<SearchAnswer>
    })
    this.#turn = answer.catch(() => {})
    return answer
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  async #next(): Promise<unknown> {
    const done = new AbortController()
    const { signal } = done
    let errors = ''
    const listen = (chunk: Buffer) => {
      errors = `${errors}${chunk.toString()}`.slice(-2_000)
    }
    this.#child.stderr?.on('data', listen)
    try {
      return await Promise.race([
        once(this.#child, 'message', { signal }).then(([message]) => message as unknown),
        once(this.#child, 'close', { signal }).then(([code]) => {
          throw new Error(`the process ended with ${String(code)}: ${errors.trim()}`)
        }),
        setTimeout(patienceMs, null, { signal }).then(() => {
          throw new Error(`the seed had no result after ${patienceMs / 1000} s`)
        }),
      ])
    } finally {
      this.#child.stderr?.off('data', listen)
      done.abort()
    }
  }
}
