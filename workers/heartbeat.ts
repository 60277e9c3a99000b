import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { Ids } from '../src/ports/ids.ts'
import { AnnounceWorker } from '../src/use-cases/announce-worker.ts'
import { DismissWorker } from '../src/use-cases/dismiss-worker.ts'

const beatEveryMs = 5_000

export interface Heartbeat {
  stop(): Promise<void>
}

/** Lets everybody see that this runtime is there, until it stops. */
export async function startHeartbeat(container: Container, logger: Logger): Promise<Heartbeat> {
  const workerId = container.get(Ids).next()
  const announceWorker = container.get(AnnounceWorker)
  await announceWorker.execute(workerId)
  let lastBeat = Promise.resolve()
  const beating = setInterval(() => {
    lastBeat = announceWorker
      .execute(workerId)
      .catch((error: unknown) => logger.warn({ err: error }, 'heartbeat failed'))
  }, beatEveryMs)
  return {
    stop: async () => {
      clearInterval(beating)
      // Or it would enter the worker again after it has left.
      await lastBeat
      try {
        await container.get(DismissWorker).execute(workerId)
      } catch (error) {
        // The database is away; the worker will be taken for gone in a few seconds.
        logger.warn({ err: error }, 'heartbeat failed')
      }
    },
  }
}
