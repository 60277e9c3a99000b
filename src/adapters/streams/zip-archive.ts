import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile as Archive } from 'yazl'
import { withErrorsHandled } from './stream-errors.ts'

/** A file of a ZIP archive. Its content is read while the archive is read. */
export interface ZipFile {
  readonly name: string
  readonly content: Readable
}

/**
 * Returns a ZIP archive of files that are read one after the other. Holds no file in memory. Stops reading the present
 * file when the archive is closed early.
 */
export function zipArchive(files: AsyncIterable<ZipFile>, at: Date): Readable {
  async function* bytes(): AsyncIterable<Buffer> {
    const archive = new Archive()
    const adding = addFiles(archive, files, at)
    yield* archive.outputStream as Readable
    await adding
  }
  return withErrorsHandled(Readable.from(bytes(), { objectMode: false }))
}

/** Adds files to an archive. An error of a file, or of the list of files, becomes an error of the archive. */
async function addFiles(archive: Archive, files: AsyncIterable<ZipFile>, at: Date): Promise<void> {
  const output = archive.outputStream as Readable
  archive.on('error', (fault: Error) => output.destroy(fault))
  try {
    for await (const { name, content } of files) {
      const stop = () => content.destroy()
      if (output.destroyed) return void stop()
      output.once('close', stop)
      // Uses sizes of 64 bits, because a table can have more than 4 GB and its size is not known before it is read.
      archive.addReadStream(content, name, { mtime: at, forceZip64Format: true })
      await finished(content)
      output.off('close', stop)
    }
    archive.end()
  } catch (fault) {
    output.destroy(fault as Error)
  }
}
