import { setTimeout } from 'node:timers/promises'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { Ids } from '../src/ports/ids.ts'
import { AnnounceWorker } from '../src/use-cases/job/announce-worker.ts'
import { DismissWorker } from '../src/use-cases/job/dismiss-worker.ts'

const beatEveryMs = 5_000

export interface Heartbeat {
  stop(): Promise<void>
}

/** Says every few seconds that this runtime is there, until it stops. */
export async function startHeartbeat(container: Container, logger: Logger): Promise<Heartbeat> {
  const announceWorker = container.get(AnnounceWorker)
  const dismissWorker = container.get(DismissWorker)
  const workerId = container.get(Ids).next()
  const stopping = new AbortController()
  await announceWorker.execute(workerId)
  const beating = beat()
  return {
    stop: async () => {
      stopping.abort()
      // A beat under way would enter the worker again after it has left.
      await beating
      // Where the database is away, it is taken for gone in a few seconds.
      await dismissWorker.execute(workerId).catch(missed)
    },
  }

  async function beat(): Promise<void> {
    const { signal } = stopping
    for (;;) {
      await setTimeout(beatEveryMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      await announceWorker.execute(workerId).catch(missed)
    }
  }

  function missed(error: unknown): void {
    logger.warn({ err: error }, 'heartbeat failed')
  }
}
