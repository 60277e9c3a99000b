import { type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Container } from 'inversify'
import pg from 'pg'
import type { Logger } from 'pino'
import { thisRelease } from '../src/adapters/postgres/schema/release.ts'
import { AskDueTurns } from '../src/use-cases/job/ask-due-turns.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createTasks, schedule } from './tasks/tasks.ts'

export interface RuntimeOptions {
  readonly databaseUrl: string
  /** Behind a pooler there is no LISTEN and no statement with a name: the runtime asks every second. */
  readonly pooled?: boolean
  readonly concurrency: number
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
  const { databaseUrl, pooled = false, concurrency, logger, onFatal } = options
  const stopping = new AbortController()
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: concurrency + 2,
    application_name: `spindle-runtime ${thisRelease().version}`,
    // What a crash of the database takes back is a wake-up that comes twice, which does no harm; so it is not worth waiting
    // for the disk when one is taken.
    ...(pooled ? {} : { options: '-c synchronous_commit=off' }),
  })
  // Without a listener, a database that restarts would take the process with it.
  const lost = (error: Error) => logger.warn({ err: error }, 'runtime connection lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))

  const runner: Runner = await run({
    pgPool: pool,
    concurrency,
    // LISTEN tells of new entries at once; polling is for those that were not heard of.
    pollInterval: 1_000,
    noHandleSignals: true,
    taskList: taskList(),
    crontab: schedule,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') logger.warn({ message }, 'runtime')
    }),
    preset: { worker: { gracefulShutdownAbortTimeout: 60_000, preparedStatements: !pooled } },
  })
  let stopped = false
  runner.promise.then(
    () => stopped || onFatal(new Error('The runtime stopped by itself')),
    (error: unknown) => stopped || onFatal(error),
  )
  const heartbeat = await startHeartbeat(container, logger)
  const askDueTurns = container.get(AskDueTurns)
  let isSweeping = false
  const sweep = setInterval(() => {
    // One that the database keeps waiting is not joined by the next.
    if (isSweeping) return
    isSweeping = true
    askDueTurns
      .execute()
      .catch((error: unknown) => logger.warn({ err: error }, 'sweep failed'))
      .finally(() => {
        isSweeping = false
      })
  }, sweepMs)

  return {
    stop: async () => {
      stopped = true
      clearInterval(sweep)
      stopping.abort()
      await runner.stop()
      await heartbeat.stop()
      await pool.end()
    },
  }

  function taskList(): TaskList {
    const tasks = createTasks(container)
    return Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        async (payload: unknown) => {
          await task(payload, { signal: stopping.signal })
        },
      ]),
    )
  }
}
