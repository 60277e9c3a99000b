/** Work in parts of a few milliseconds. It yields after each part, so that other work of the process can run. */
export type WorkInParts<Result> = Generator<undefined, Result, undefined>

/** Does the parts of some work one after the other, calls `pause` between them, and returns the result. */
export async function doInParts<Result>(
  work: WorkInParts<Result>,
  pause: () => Promise<void>,
): Promise<Result> {
  let part = work.next()
  while (part.done !== true) {
    await pause()
    part = work.next()
  }
  return part.value
}
