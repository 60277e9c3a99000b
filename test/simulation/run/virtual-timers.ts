import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Timers } from '../../../src/ports/timers.ts'
import type { Gates } from './gates.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Timers of the simulated service, which go by the virtual clock of a run. */
export class VirtualTimers extends Timers {
  readonly #clock: VirtualClock
  readonly #gates: Gates

  constructor(clock: VirtualClock, gates: Gates) {
    super()
    this.#clock = clock
    this.#gates = gates
  }

  override elapsedMs(): number {
    return this.#clock.elapsedMs
  }

  override after(milliseconds: number, work: () => void): () => void {
    const inContext = AsyncLocalStorage.snapshot()
    const { actor } = this.#gates
    const ring = () => inContext(() => this.#gates.inBackground(work))
    return this.#clock.alarm(milliseconds, () => actor.whenAwake(ring))
  }

  override every(milliseconds: number, work: () => void): () => void {
    let cancel = (): void => {}
    const begin = (): void => {
      cancel = this.after(milliseconds, () => {
        begin()
        work()
      })
    }
    begin()
    return () => cancel()
  }

  /** Returns a signal that never aborts, because the simulated servers answer or fail at once. */
  override abortAfter(): AbortSignal {
    return new AbortController().signal
  }

  /**
   * Waits for a turn at the simulator's gates. Advances the virtual clock if less than the requested time has
   * passed by then.
   */
  override async sleep(milliseconds: number): Promise<void> {
    const untilMs = this.#clock.elapsedMs + milliseconds
    await this.#gates.alone(async () => this.#clock.pass(Math.max(0, untilMs - this.#clock.elapsedMs)))
  }

  override yieldToOthers(): Promise<void> {
    return nextTurn()
  }
}
