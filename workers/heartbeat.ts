import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { Ids } from '../src/ports/ids.ts'
import { ServiceState } from '../src/ports/service-state.ts'
import { Timers } from '../src/ports/timers.ts'

/** The milliseconds between the end of a heartbeat of the runtime and the next heartbeat. */
export const beatEveryMs = 5_000

export interface Heartbeat {
  stop(): Promise<void>
}

/** Reports every 5 seconds that this runtime is alive, until it stops. */
export async function startHeartbeat(container: Container, logger: Logger): Promise<Heartbeat> {
  const serviceState = container.get(ServiceState)
  const workerId = container.get(Ids).next()
  const timers = container.get(Timers)
  let isStopping = false
  let beating = Promise.resolve()
  await serviceState.beat(workerId)
  let cancelNext = planNext()
  return {
    stop: async () => {
      isStopping = true
      cancelNext()
      // Waits for a heartbeat that is being written, because it would add the worker again after its removal.
      await beating
      // Ignores an unreachable database. Other processes treat the worker as gone a few seconds after its
      // last heartbeat anyway.
      await serviceState.leave(workerId).catch(missed)
    },
  }

  function planNext(): () => void {
    return timers.after(beatEveryMs, () => {
      beating = beat()
    })
  }

  async function beat(): Promise<void> {
    await serviceState.beat(workerId).catch(missed)
    if (!isStopping) cancelNext = planNext()
  }

  function missed(error: unknown): void {
    logger.warn({ err: error }, 'The heartbeat of the runtime could not be written')
  }
}
