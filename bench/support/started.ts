type Stop = () => Promise<unknown> | void

const stops: Stop[] = []
let ending = false

/**
 * Registers the function that stops a process or server which the bench has started. Throws if the bench is
 * ending, so that the caller starts nothing more.
 */
export function started(stop: Stop): void {
  stops.push(stop)
  if (ending) throw new Error('The bench is ending')
}

/**
 * Registers a process or server that is still starting. An interrupted bench waits until it has started, and
 * then stops it.
 */
export function starting<Thing>(
  begun: Promise<Thing>,
  stop: (thing: Thing) => Promise<unknown>,
): Promise<Thing> {
  started(async () => {
    const thing = await begun.catch(() => null)
    if (thing !== null) await stop(thing)
  })
  return begun
}

/** Stops everything that the bench has started, and refuses to start anything else. */
export async function stopStarted(): Promise<void> {
  ending = true
  await stopSoFar()
}

/**
 * Stops everything that was started so far, the latest first. A failure to stop one thing does not keep the
 * rest running.
 */
export async function stopSoFar(): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop()
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${(error as Error).stack}\n`)
    }
  }
}
