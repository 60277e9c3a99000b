import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Timers } from '../../ports/timers.ts'

export class SystemTimers extends Timers {
  override elapsedMs(): number {
    return performance.now()
  }

  override after(milliseconds: number, work: () => void): () => void {
    const timer = setTimeout(work, milliseconds).unref()
    return () => clearTimeout(timer)
  }

  override every(milliseconds: number, work: () => void): () => void {
    const timer = setInterval(work, milliseconds).unref()
    return () => clearInterval(timer)
  }

  override abortAfter(milliseconds: number): AbortSignal {
    return AbortSignal.timeout(milliseconds)
  }

  override async sleep(milliseconds: number): Promise<void> {
    await sleep(milliseconds)
  }

  override yieldToOthers(): Promise<void> {
    return nextTurn()
  }
}
