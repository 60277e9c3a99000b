import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { Slices } from '../src/ports/job/slices.ts'
import { DeliverEvents, type DeliveryFailure } from '../src/use-cases/event/destinations/deliver-events.ts'
import { EventMaintenance } from '../src/use-cases/event/event-maintenance.ts'
import { AskDueTurns } from '../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../src/use-cases/job/start-due-spinners.ts'
import { TakeTurn } from '../src/use-cases/job/take-turn.ts'
import { type MailboxFailure, ReadMailboxes } from '../src/use-cases/sender/inbound/read-mailboxes.ts'
import { RunTestClock } from '../src/use-cases/test-mode/run-test-clock.ts'

import { AnnouncedTurns } from './announced-turns.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { periodicCheck } from './periodic-check.ts'
import { pooledIntervalMs, Queue } from './queue.ts'
import { leaveSigns, type SignsOfLife } from './signs-of-life.ts'
import { createTasks } from './tasks.ts'

export interface RuntimeOptions {
  readonly databaseUrl: string
  /**
   * Whether the database connection goes through a pooler, which supports neither LISTEN nor prepared
   * statements. The runtime then polls twice a second.
   */
  readonly pooled?: boolean
  readonly concurrency: number
  /**
   * The directory in which runtime processes touch a file to show that they are alive; null or absent for
   * none.
   */
  readonly healthDirectory?: string | null
  readonly logger: Logger
  /** Aborted when the process has to end; a runtime that is still starting then stops. */
  readonly ending?: AbortSignal
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
const checkMs = 1_000

export async function startRuntime(container: Container, options: RuntimeOptions): Promise<Runtime> {
  const { healthDirectory = null, logger, pooled = false, ending } = options
  const stopping = new AbortController()
  const askDueTurns = container.get(AskDueTurns)
  const sweep = periodicCheck('sweep', () => askDueTurns.execute(), logger)
  const { queue, announcedTurns } = createQueue(container, options, sweep, stopping.signal)
  const checks: NodeJS.Timeout[] = []
  let heartbeat: Heartbeat | null = null
  let signs: SignsOfLife | null = null
  const startDueSpinners = container.get(StartDueSpinners)
  const readMailboxes = container.get(ReadMailboxes)
  const eventMaintenance = container.get(EventMaintenance)
  const runTestClock = container.get(RunTestClock)
  const deliverEvents = container.get(DeliverEvents)
  const everySecond = (name: string, look: () => Promise<unknown>) =>
    setInterval(periodicCheck(name, look, logger), checkMs)
  try {
    await queue.start(ending)
    heartbeat = await startHeartbeat(container, logger)
    signs = healthDirectory === null ? null : await leaveSigns(healthDirectory, logger)
  } catch (error) {
    // Stops the parts that have started, because the process may start the runtime again.
    await stop().catch((fault: unknown) => logger.warn({ err: fault }, 'The runtime could not be stopped'))
    throw error
  }
  checks.push(
    setInterval(sweep, pooled ? pooledIntervalMs : checkMs),
    everySecond('test clocks', () => runTestClock.askUnattended()),
    everySecond('new events', () => eventMaintenance.number()),
    everySecond('starts', () => startDueSpinners.execute(stopping.signal)),
    // Starts reading mailboxes without waiting for the end, so that a slow mail server does not delay other
    // mailboxes.
    everySecond('mailboxes', () => readMailboxes.begin(stopping.signal, reportMailbox)),
    // Starts deliveries without waiting for their end, so that a slow destination does not delay another one.
    everySecond('destinations', () => deliverEvents.begin(stopping.signal, reportDelivery)),
  )
  return { stop }

  async function stop(): Promise<void> {
    for (const periodic of checks) clearInterval(periodic)
    stopping.abort()
    await Promise.all([queue.stop(), announcedTurns.stop()])
    await Promise.all([readMailboxes.ended(), deliverEvents.ended()])
    await heartbeat?.stop()
    await signs?.stop()
  }

  function reportMailbox({ error, ...failure }: MailboxFailure): void {
    const what = failure.mail === null ? 'A mailbox could not be read' : 'A mail could not be processed'
    logger.warn({ err: error, ...failure }, what)
  }

  function reportDelivery({ error, destinationId }: DeliveryFailure): void {
    logger.warn({ err: error, destinationId }, 'Events could not be delivered; the runtime retries')
  }
}

/**
 * Creates the queue of a runtime, and the turns that the runtime takes without it. `sweep` is called each time the
 * queue connects, and finds the jobs whose notifications were missed.
 */
function createQueue(
  container: Container,
  { databaseUrl, pooled = false, concurrency, logger, onFatal }: RuntimeOptions,
  sweep: () => void,
  signal: AbortSignal,
) {
  const tasks = createTasks(container)
  const takeTurn = container.get(TakeTurn)
  const slices = container.get(Slices)
  /** The number of tasks that are in progress, and whether one of them waits for the end of the announced turn. */
  let running = 0
  let isOneWaiting = false
  const counted = async (work: () => Promise<void>) => {
    running++
    try {
      await work()
    } finally {
      running--
    }
  }
  const announcedTurns = new AnnouncedTurns({
    take: (organizationId, ending) =>
      counted(() => takeTurn.execute({ organizationId, length: 'short', signal: ending })),
    queue: (organizationIds) => slices.requestTurns(organizationIds),
    isIdle: () => running === 0,
    logger,
  })
  const queue = new Queue({
    databaseUrl,
    pooled,
    concurrency,
    logger,
    onFatal,
    onTurnAnnounced: (organizationId) => announcedTurns.announce(organizationId),
    onListening: sweep,
    tasks: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload: unknown) =>
          counted(async () => {
            // The queue does not know of the announced turn, so it gives the runtime one entry more than the runtime may
            // work on at once. This entry waits, and no further one, even if the announced turn is slow to end.
            if (running > concurrency && !isOneWaiting) {
              isOneWaiting = true
              await announcedTurns.endTurn()
              isOneWaiting = false
            }
            await task(payload, { signal })
          }),
      ]),
    ),
  })
  return { queue, announcedTurns }
}
