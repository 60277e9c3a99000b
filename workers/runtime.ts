import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { DeliverEvents, type DeliveryFailure } from '../src/use-cases/event/destinations/deliver-events.ts'
import { NumberEvents } from '../src/use-cases/event/number-events.ts'
import { AskDueTurns } from '../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../src/use-cases/job/start-due-spinners.ts'
import { type MailboxFailure, ReadMailboxes } from '../src/use-cases/sender/inbound/read-mailboxes.ts'
import { AskTestClocks } from '../src/use-cases/test-mode/ask-test-clocks.ts'
import { startHeartbeat } from './heartbeat.ts'
import { ImmediateTurns } from './immediate-turns.ts'
import { Queue } from './queue.ts'
import { leaveSigns } from './signs-of-life.ts'
import { createTasks } from './tasks/tasks.ts'

export interface RuntimeOptions {
  readonly databaseUrl: string
  /**
   * Whether the database connection goes through a pooler, which supports neither LISTEN nor prepared
   * statements. The runtime then polls every second.
   */
  readonly pooled?: boolean
  readonly concurrency: number
  /**
   * The directory in which runtime processes touch a file to show that they are alive; null or absent for
   * none.
   */
  readonly healthDirectory?: string | null
  readonly logger: Logger
  /**
   * Called when the runtime has stopped unexpectedly. The process must then end, because it would do only
   * part of its work.
   */
  readonly onFatal: (error: unknown) => void
}

export interface Runtime {
  /**
   * Stops the runtime: takes no more turns, and returns when running slices have finished their present
   * chunk.
   */
  stop(): Promise<void>
}

/** The milliseconds between two periodic checks of the runtime, such as the sweep for due work. */
const sweepMs = 1_000

export async function startRuntime(container: Container, options: RuntimeOptions): Promise<Runtime> {
  const { healthDirectory = null, logger } = options
  const stopping = new AbortController()
  const { queue, immediateTurns } = createQueue(container, options, stopping.signal)
  await queue.start()
  const heartbeat = await startHeartbeat(container, logger)
  const signs = healthDirectory === null ? null : await leaveSigns(healthDirectory, logger)
  const askDueTurns = container.get(AskDueTurns)
  const startDueSpinners = container.get(StartDueSpinners)
  const readMailboxes = container.get(ReadMailboxes)
  const numberEvents = container.get(NumberEvents)
  const askTestClocks = container.get(AskTestClocks)
  const deliverEvents = container.get(DeliverEvents)
  const sweeps = [
    everySecond('sweep', () => askDueTurns.execute()),
    everySecond('test clocks', () => askTestClocks.execute()),
    everySecond('new events', () => numberEvents.execute()),
    everySecond('starts', () => startDueSpinners.execute(stopping.signal)),
    // Starts reading mailboxes without waiting for the end, so that a slow mail server does not delay other
    // mailboxes.
    everySecond('mailboxes', () => readMailboxes.begin(stopping.signal, reportMailbox)),
    // Starts deliveries without waiting for their end, so that a slow destination does not delay another one.
    everySecond('destinations', () => deliverEvents.begin(stopping.signal, reportDelivery)),
  ]

  return {
    stop: async () => {
      for (const sweep of sweeps) clearInterval(sweep)
      stopping.abort()
      await Promise.all([queue.stop(), immediateTurns.stop()])
      await Promise.all([readMailboxes.ended(), deliverEvents.ended()])
      await heartbeat.stop()
      await signs?.stop()
    },
  }

  function everySecond(name: string, look: () => Promise<unknown>): NodeJS.Timeout {
    let isLooking = false
    return setInterval(() => {
      // Skips a periodic check of the runtime while the previous one still waits for the database.
      if (isLooking) return
      isLooking = true
      look()
        .catch((error: unknown) =>
          logger.warn(
            { err: error },
            `The periodic check of ${name} failed; the runtime repeats it after a second`,
          ),
        )
        .finally(() => {
          isLooking = false
        })
    }, sweepMs)
  }

  function reportMailbox({ error, ...failure }: MailboxFailure): void {
    const what = failure.mail === null ? 'A mailbox could not be read' : 'A mail could not be processed'
    logger.warn({ err: error, ...failure }, what)
  }

  function reportDelivery({ error, destinationId }: DeliveryFailure): void {
    logger.warn({ err: error, destinationId }, 'Events could not be delivered; the runtime retries')
  }
}

/** Creates the queue of a runtime, and the turns that the runtime takes without it. */
function createQueue(
  container: Container,
  { databaseUrl, pooled = false, concurrency, logger, onFatal }: RuntimeOptions,
  signal: AbortSignal,
) {
  const tasks = createTasks(container)
  /** The number of tasks that are in progress. */
  let running = 0
  const perform = async (name: string, payload: unknown) => {
    running++
    try {
      await tasks[name]?.(payload, { signal, logger })
    } finally {
      running--
    }
  }
  const immediateTurns = new ImmediateTurns({
    take: (organizationId) => perform('take-turn', { organizationId, length: 'short' }),
    isIdle: () => running === 0,
    logger,
  })
  const queue = new Queue({
    databaseUrl,
    pooled,
    concurrency,
    logger,
    onFatal,
    onTurnRequested: (organizationId) => immediateTurns.request(organizationId),
    tasks: Object.fromEntries(
      Object.keys(tasks).map((name) => [name, (payload: unknown) => perform(name, payload)]),
    ),
  })
  return { queue, immediateTurns }
}
