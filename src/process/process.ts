import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../config.ts'
import { BatchedOutput } from './batched-output.ts'
import type { Child } from './children/child.ts'
import { DatabaseAway, isDatabaseAway } from './faults/database-away.ts'
import { isExpected } from './faults/expected-fault.ts'
import { createLogger } from './logger.ts'

export interface Started {
  readonly config: Config
  readonly logger: Logger
  /** What the logger writes to. */
  readonly output: BatchedOutput
  /** Aborted when the process is to stop. */
  readonly ending: AbortSignal
  /** What this process is one of, where PROCESSES started several; null otherwise. */
  readonly child: Child | null
  /** The last one added is the first one stopped. A process that was told to stop starts no further. */
  onStop(stop: () => Promise<void>): void
  /** For what the process cannot live without: drains the rest and exits with a fault. */
  fail(error: unknown): void
}

/** A part that hangs must not keep the next, and in the end the database, from being stopped. */
const longestStopMs = 70_000

/** A failover takes seconds, a restart of the machine below it a minute or two. */
const longestWaitMs = 120_000
const startAgainMs = 1_000

/** One Ctrl-C comes from the terminal and from npm; `timeout` and others send to a process and its group. */
const sameRequestMs = 1_000

/**
 * What every process of the service has in common: a configuration or a clear refusal to start, and
 * Ctrl-C, SIGTERM and unexpected errors all ending in the same orderly stop.
 */
export async function runProcess(name: string, start: (started: Started) => Promise<void>): Promise<void> {
  const config = configOrExit()
  const isChild = process.env['SPINDLE_CHILD'] !== undefined
  const output = new BatchedOutput(1)
  const logger = createLogger(config.logLevel, output, isChild ? { pid: process.pid } : null)
  const stops: (() => Promise<void>)[] = []
  const end = new AbortController()
  const asked = new Promise<void>((resolve) => {
    end.signal.addEventListener('abort', () => resolve())
  })
  const fail = (error: unknown) => {
    process.exitCode = 1
    logger.fatal({ err: error }, `${name} cannot carry on`)
    end.abort()
  }
  const onStop = (stop: () => Promise<void>) => {
    stops.push(stop)
    end.signal.throwIfAborted()
  }
  process.on('uncaughtException', fail)
  // The reader of the output has gone (`npm start | head`); that is no reason to stop.
  process.stdout.on('error', () => {})
  whenSignalled((signal) => {
    logger.info({ signal }, `${name} stopping`)
    end.abort()
  })
  const child = isChild ? await childOf() : null

  try {
    await startOnceReachable()
    await asked
  } catch (error) {
    if (!end.signal.aborted) refuse(error, child)
  }
  await stopAll()
  logger.info(`${name} stopped`)
  await within(1_000, promisify(logger.flush.bind(logger))()).catch(() => {})
  process.exit()

  /** While a database of the operator's own is away, what was started is stopped and started again. */
  async function startOnceReachable(): Promise<void> {
    const begunAt = performance.now()
    for (;;) {
      try {
        await start({ config, logger, output, ending: end.signal, child, onStop, fail })
        child?.ready()
        return
      } catch (error) {
        if (end.signal.aborted || config.databaseUrl === null || !isDatabaseAway(error)) throw error
        if (performance.now() - begunAt > longestWaitMs) throw new DatabaseAway({ cause: error })
        logger.warn({ reason: (error as Error).message }, `${name} waits for the database`)
        await stopAll()
        await setTimeout(startAgainMs, undefined, { signal: end.signal })
      }
    }
  }

  async function childOf(): Promise<Child> {
    const { Child } = await import('./children/child.ts')
    return new Child((reason) => {
      if (!end.signal.aborted) logger.info({ reason }, `${name} stopping`)
      end.abort()
    })
  }

  async function stopAll(): Promise<void> {
    for (const stop of stops.splice(0).toReversed()) {
      await within(longestStopMs, stop()).catch((error: unknown) => {
        process.exitCode = 1
        logger.error({ err: error }, `a part of ${name} did not stop`)
      })
    }
  }
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

/** On a second signal it exits at once and leaves the rest to the next start. */
function whenSignalled(stop: (signal: NodeJS.Signals) => void): void {
  let askedAt: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (askedAt === null) {
      askedAt = Date.now()
      stop(signal)
    } else if (Date.now() - askedAt > sameRequestMs) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, onSignal)
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = setTimeout(milliseconds).then(() => {
    throw new Error(`It took longer than ${milliseconds} ms`)
  })
  await Promise.race([work, late])
}
