/**
 * The milliseconds between checks of the session or key that reads a long response. For a session or key that has ended,
 * the response continues for at most this time, also if its client reads slowly.
 */
export const checkAdmittedEveryMs = 5_000

/** Returns the items of a long response. Throws between two of them once `stillAdmitted` throws. */
export async function* whileAdmitted<Item>(
  items: AsyncIterable<Item>,
  stillAdmitted: () => Promise<void>,
): AsyncIterable<Item> {
  let checkedAt = Date.now()
  for await (const item of items) {
    if (Date.now() - checkedAt > checkAdmittedEveryMs) {
      await stillAdmitted()
      checkedAt = Date.now()
    }
    yield item
  }
}
