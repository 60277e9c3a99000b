import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../config.ts'
import type { Child } from '../children/child.ts'
import { DatabaseUnreachable, isDatabaseUnreachable } from '../faults/database-unreachable.ts'
import { isExpected } from '../faults/expected-fault.ts'
import { BatchedOutput } from './batched-output.ts'
import { keepBundle } from './kept-bundle.ts'
import { createLogger } from './logger.ts'

export interface StartedProcess {
  readonly config: Config
  readonly logger: Logger
  /** The batched output to which the logger of this process writes its lines. */
  readonly output: BatchedOutput
  /**
   * A signal that aborts when the process has to stop, so that its parts (such as the HTTP server) end their
   * work.
   */
  readonly ending: AbortSignal
  /** The connection to the parent process; null if this process was started without a parent. */
  readonly child: Child | null
  /**
   * Registers a function that stops a part of the process, and the milliseconds that a stopping process waits for this
   * part, usually 70 seconds. Parts are stopped in reverse order. Throws if the process is stopping, so that it starts
   * no further part.
   */
  onStop(stop: () => Promise<void>, maxMs?: number): void
  /** Ends the process after an error that it cannot survive: stops all parts and exits with code 1. */
  fail(error: unknown): void
}

/**
 * The usual milliseconds that a stopping process waits for one of its parts. The part is then skipped, so that the
 * other parts and the database are stopped.
 */
const maxStopMs = 70_000

/**
 * The milliseconds for which a starting process waits for an unreachable database. A failover takes seconds, a
 * restart of the database's machine one or two minutes.
 */
const maxWaitMs = 120_000
const startAgainMs = 1_000

/**
 * The milliseconds in which further signals count as the same request to stop, because the terminal and npm
 * both send one for Ctrl-C. On a busy machine npm sends its signal seconds later; the process would then exit before it
 * has stopped the database.
 */
const sameRequestMs = 10_000

/**
 * Runs a process of the service. Reads the configuration or refuses to start with a clear message. Ctrl-C,
 * SIGTERM and unexpected errors all cause the same orderly stop.
 */
export async function runProcess(
  name: string,
  start: (started: StartedProcess) => Promise<void>,
): Promise<void> {
  useUtc()
  const config = configOrExit()
  keepBundle()
  const isChild = process.env['SPINDLE_CHILD'] !== undefined
  const output = new BatchedOutput(1)
  const logger = createLogger(config.logLevel, output, isChild ? { pid: process.pid } : null)
  const stops: { stop: () => Promise<void>; maxMs: number }[] = []
  const end = new AbortController()
  const stopSignal = new Promise<void>((resolve) => {
    end.signal.addEventListener('abort', () => resolve())
  })
  const fail = (error: unknown) => {
    process.exitCode = 1
    logger.fatal({ err: error }, `${name} stops after an error that it cannot handle`)
    end.abort()
  }
  const onStop = (stop: () => Promise<void>, maxMs = maxStopMs) => {
    stops.push({ stop, maxMs })
    end.signal.throwIfAborted()
  }
  process.on('uncaughtException', fail)
  // Ignores errors of writing to stdout, because a reader that has ended (`npm start | head`) is no reason to
  // stop the service.
  process.stdout.on('error', () => {})
  whenSignalled((signal) => {
    logger.info({ signal }, `${name} is stopping`)
    end.abort()
  })
  const child = isChild ? await childOf() : null

  try {
    await startOnceReachable()
    await stopSignal
  } catch (error) {
    if (!end.signal.aborted) refuse(error, child)
  }
  await stopAll()
  logger.info(`${name} has stopped`)
  await within(1_000, promisify(logger.flush.bind(logger))()).catch(() => {})
  process.exit()

  /** Starts all parts. Stops them and retries while the operator's own database is unreachable. */
  async function startOnceReachable(): Promise<void> {
    const begunAt = performance.now()
    for (;;) {
      try {
        await start({ config, logger, output, ending: end.signal, child, onStop, fail })
        child?.ready()
        return
      } catch (error) {
        if (end.signal.aborted || config.databaseUrl === null || !isDatabaseUnreachable(error)) throw error
        if (performance.now() - begunAt > maxWaitMs) throw new DatabaseUnreachable({ cause: error })
        logger.warn({ reason: (error as Error).message }, `${name} waits for the database`)
        await stopAll()
        await setTimeout(startAgainMs, undefined, { signal: end.signal })
      }
    }
  }

  async function childOf(): Promise<Child> {
    const { Child } = await import('../children/child.ts')
    return new Child((reason) => {
      if (!end.signal.aborted) logger.info({ reason }, `${name} is stopping`)
      end.abort()
    })
  }

  async function stopAll(): Promise<void> {
    for (const { stop, maxMs } of stops.splice(0).toReversed()) {
      await within(maxMs, stop()).catch((error: unknown) => {
        process.exitCode = 1
        logger.error({ err: error }, `A part of ${name} did not stop in time`)
      })
    }
  }
}

/**
 * Sets the time zone of the process, before it starts threads for templates. LiquidJS reads and writes dates in this
 * zone, so an e-mail would otherwise name another day on another machine.
 */
function useUtc(): void {
  process.env['TZ'] = 'UTC'
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    refuse(error)
    process.exit()
  }
}

function refuse(error: unknown, child: Child | null = null): void {
  process.exitCode = 1
  const words = `${isExpected(error) ? error.message : (error as Error).stack}`
  if (child === null) process.stderr.write(`${words}\n`)
  else child.refuse(words)
}

/**
 * Calls `stop` at the first signal. At a second signal the process exits at once, and the next start cleans
 * up.
 */
function whenSignalled(stop: (signal: NodeJS.Signals) => void): void {
  let requestedAt: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (requestedAt === null) {
      requestedAt = Date.now()
      stop(signal)
    } else if (Date.now() - requestedAt > sameRequestMs) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, onSignal)
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = setTimeout(milliseconds).then(() => {
    throw new Error(`Stopping took longer than ${milliseconds} ms`)
  })
  await Promise.race([work, late])
}
