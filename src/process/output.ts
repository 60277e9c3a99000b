import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The streams to which a command writes its answer and its remarks. */
export interface Output {
  readonly out: NodeJS.WritableStream
  readonly err: NodeJS.WritableStream
}

export const outputOfProcess: Output = { out: process.stdout, err: process.stderr }

/**
 * Prints text no faster than the reader accepts it. Ends without an error when the reader stops, as in `|
 * head`.
 */
export async function print(answer: Promise<string | AsyncIterable<string>>, { out }: Output): Promise<void> {
  const text = await answer
  try {
    await pipeline(Readable.from(typeof text === 'string' ? [text] : text), out, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
