import type { TaskList } from 'graphile-worker'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { AskDueTurns } from '../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../src/use-cases/job/start-due-spinners.ts'
import { type MailboxFailure, ReadMailboxes } from '../src/use-cases/sender/heard/read-mailboxes.ts'
import { AskTestClocks } from '../src/use-cases/test-mode/ask-test-clocks.ts'
import { startHeartbeat } from './heartbeat.ts'
import { Queue } from './queue.ts'
import { leaveSigns } from './signs-of-life.ts'
import { createTasks } from './tasks/tasks.ts'

export interface RuntimeOptions {
  readonly databaseUrl: string
  /** Behind a pooler there is no LISTEN and no statement with a name: the runtime asks every second. */
  readonly pooled?: boolean
  readonly concurrency: number
  /** Where to leave signs of life for the probe; null, or absent, for nowhere. */
  readonly healthDirectory?: string | null
  readonly logger: Logger
  /** Called when the runtime stopped without being asked to: the process must not carry on half alive. */
  readonly onFatal: (error: unknown) => void
}

export interface Runtime {
  /** Takes nothing new, lets what is under way reach its next chunk, then returns. */
  stop(): Promise<void>
}

/** This often every runtime looks for what is due. */
const sweepMs = 1_000

export async function startRuntime(container: Container, options: RuntimeOptions): Promise<Runtime> {
  const { databaseUrl, pooled = false, concurrency, healthDirectory = null, logger, onFatal } = options
  const stopping = new AbortController()
  const queue = new Queue({ databaseUrl, pooled, concurrency, logger, onFatal, tasks: taskList() })
  await queue.start()
  const heartbeat = await startHeartbeat(container, logger)
  const signs = healthDirectory === null ? null : await leaveSigns(healthDirectory, logger)
  const askDueTurns = container.get(AskDueTurns)
  const startDueSpinners = container.get(StartDueSpinners)
  const readMailboxes = container.get(ReadMailboxes)
  const askTestClocks = container.get(AskTestClocks)
  const sweeps = [
    everySecond('sweep', () => askDueTurns.execute()),
    everySecond('test clocks', () => askTestClocks.execute()),
    everySecond('starts', () => startDueSpinners.execute(stopping.signal)),
    // Readings go on beside each other, so a server that hangs holds up no other mailbox.
    everySecond('mailboxes', () => readMailboxes.begin(stopping.signal, reportMailbox)),
  ]

  return {
    stop: async () => {
      for (const sweep of sweeps) clearInterval(sweep)
      stopping.abort()
      await queue.stop()
      await readMailboxes.ended()
      await heartbeat.stop()
      await signs?.stop()
    },
  }

  function everySecond(name: string, look: () => Promise<unknown>): NodeJS.Timeout {
    let isLooking = false
    return setInterval(() => {
      // One that the database keeps waiting is not joined by the next.
      if (isLooking) return
      isLooking = true
      look()
        .catch((error: unknown) => logger.warn({ err: error }, `${name} failed`))
        .finally(() => {
          isLooking = false
        })
    }, sweepMs)
  }

  function reportMailbox({ error, ...failure }: MailboxFailure): void {
    const what = failure.mail === null ? 'a mailbox could not be read' : 'a mail could not be processed'
    logger.warn({ err: error, ...failure }, what)
  }

  function taskList(): TaskList {
    const tasks = createTasks(container)
    return Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        async (payload: unknown) => {
          await task(payload, { signal: stopping.signal, logger })
        },
      ]),
    )
  }
}
