import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The two streams of a command: `out` for its answer, `err` for its remarks. */
export interface Output {
  readonly out: NodeJS.WritableStream
  readonly err: NodeJS.WritableStream
}

export const outputOfProcess: Output = { out: process.stdout, err: process.stderr }

/**
 * Prints the answer of a command, no faster than its reader accepts it. Ends without an error when the reader
 * stops, as in `| head`.
 */
export async function print(answer: Promise<string | AsyncIterable<string>>, { out }: Output): Promise<void> {
  const text = await answer
  try {
    await pipeline(Readable.from(typeof text === 'string' ? [text] : text), out, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
