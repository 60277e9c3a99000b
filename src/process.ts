import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { type Config, ConfigurationFault, readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { StartFault } from './start-fault.ts'

/** What was started, in the order in which it must be stopped. */
export type Stops = (() => Promise<void>)[]

export interface Started {
  readonly config: Config
  readonly logger: Logger
  /** The last one added is the first one stopped. */
  onStop(stop: () => Promise<void>): void
  /** For what the process cannot live without: drains the rest and exits with a fault. */
  fail(error: unknown): void
}

/**
 * What every process of the service has in common: a configuration or a clear refusal to start, and
 * Ctrl-C, SIGTERM and unexpected errors all ending in the same orderly stop.
 */
export async function runProcess(name: string, start: (started: Started) => Promise<void>): Promise<void> {
  const stops: Stops = []
  try {
    const config = readConfig(process.env)
    const logger = createLogger(config.logLevel)
    const closer = closeWithGrace({ delay: 70_000, logger: false }, async ({ err, signal }) => {
      if (err !== undefined) {
        logger.fatal({ err }, `${name} failed`)
        process.exitCode = 1
      } else logger.info({ signal }, `${name} stopping`)
      for (const stop of stops.toReversed()) await stop()
      logger.info(`${name} stopped`)
      await new Promise<void>((done) => logger.flush(() => done()))
    })
    await start({
      config,
      logger,
      onStop: (stop) => stops.push(stop),
      fail: (error) => {
        logger.fatal({ err: error }, `${name} cannot carry on`)
        process.exitCode = 1
        closer.close()
      },
    })
  } catch (error) {
    for (const stop of stops.toReversed()) await stop().catch(() => {})
    const expected = error instanceof ConfigurationFault || error instanceof StartFault
    process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
