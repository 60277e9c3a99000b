import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartFault } from '../src/adapters/system/start-fault.ts'

const signEveryMs = 5_000
/**
 * The milliseconds without a touched file after which a runtime process counts as dead: four missed touches.
 */
const maxSilenceMs = 20_000
const isSign = (name: string) => /^runtime-\d+$/.test(name)

export interface SignsOfLife {
  stop(): Promise<void>
}

/**
 * Touches a file at intervals to show that this process is alive, even while the database is unreachable,
 * because a restart would not help then. Deletes the file when the process stops.
 */
export async function leaveSigns(directory: string, logger: Logger): Promise<SignsOfLife> {
  const file = join(directory, `runtime-${process.pid}`)
  try {
    await mkdir(directory, { recursive: true })
    await writeFile(file, '')
  } catch (error) {
    throw new StartFault(`HEALTH_DIR cannot be written to: ${(error as Error).message}`, { cause: error })
  }
  // Deletes the files of runtime processes that were killed.
  for (const { name, ageMs } of await signsIn(directory))
    if (ageMs > maxSilenceMs) await rm(join(directory, name), { force: true })
  let writing: Promise<void> = Promise.resolve()
  const signs = setInterval(() => {
    writing = writeFile(file, '').catch((error: unknown) =>
      logger.warn({ err: error }, 'The sign of life could not be written to HEALTH_DIR'),
    )
  }, signEveryMs)
  return {
    stop: async () => {
      clearInterval(signs)
      await writing
      await rm(file, { force: true })
    },
  }
}

/** Returns the number of runtime processes that have touched their file within 20 seconds. */
export async function countLive(directory: string): Promise<number> {
  return (await signsIn(directory)).filter(({ ageMs }) => ageMs <= maxSilenceMs).length
}

async function signsIn(directory: string): Promise<{ name: string; ageMs: number }[]> {
  const names = (await readdir(directory)).filter(isSign)
  const signs = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(directory, name)).catch(() => null)
      return found === null ? [] : [{ name, ageMs: Date.now() - found.mtimeMs }]
    }),
  )
  return signs.flat()
}
