type Stop = () => Promise<unknown> | void

const stops: Stop[] = []
let ending = false

/** Notes how something that the bench has just started is stopped. A bench that is ending starts no further. */
export function started(stop: Stop): void {
  stops.push(stop)
  if (ending) throw new Error('The bench is ending')
}

/** Registers a thing that is still starting. An interrupted bench waits until it has started, and then stops it. */
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

/** Stops what was started, the latest first; what fails to stop does not keep the rest from it. */
export async function stopStarted(): Promise<void> {
  ending = true
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop()
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${(error as Error).stack}\n`)
    }
  }
}

/** After what was started has been stopped, for a further run by the same process. */
export function startAfresh(): void {
  ending = false
}
