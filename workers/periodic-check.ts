import type { Logger } from 'pino'

/**
 * Returns a function that the runtime calls periodically to look for work. A failed look is logged, and the next one
 * repeats it. A look is skipped while the previous one still waits for the database.
 */
export function periodicCheck(name: string, look: () => Promise<unknown>, logger: Logger): () => void {
  let isLooking = false
  return () => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) =>
        logger.warn({ err: error }, `The periodic check of ${name} failed; the runtime repeats it`),
      )
      .finally(() => {
        isLooking = false
      })
  }
}
