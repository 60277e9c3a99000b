import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, it } from '@jest/globals'
import { fromBufferPromise } from 'yauzl'
import { type ZipFile, zipArchive } from '../../../src/adapters/streams/zip-archive.ts'
import { until } from '../../support/until.ts'

const at = new Date('2026-11-20T10:05:00.000Z')

async function* list(...files: readonly ZipFile[]): AsyncIterable<ZipFile> {
  yield* files
}

/** Returns a content without an end. Each chunk is read only when the reader asks for it. */
const endless = () =>
  new Readable({
    read(size) {
      void setImmediate().then(() => this.push('a'.repeat(size)))
    },
  })

it('is read by ZIP programs, with each file and its time', async () => {
  const files = list(
    { name: 'tables/Äpfel.csv', content: Readable.from(['name\n', 'Ada\n']) },
    { name: 'empty.json', content: Readable.from([]) },
  )
  const archive = await fromBufferPromise(await buffer(zipArchive(files, at)), { lazyEntries: true })
  const read: unknown[] = []
  for await (const entry of archive.eachEntry()) {
    const content = await buffer(await archive.openReadStreamPromise(entry))
    expect(crc32(content)).toBe(entry.crc32)
    read.push([entry.fileName, content.toString(), entry.getLastModDate()])
  }
  expect(read).toEqual([
    ['tables/Äpfel.csv', 'name\nAda\n', at],
    ['empty.json', '', at],
  ])
})

it('reads nothing before it is read itself', async () => {
  let began = false
  async function* files(): AsyncIterable<ZipFile> {
    began = true
    yield* []
  }
  const archive = zipArchive(files(), at)
  await setImmediate()
  expect(began).toBe(false)
  await buffer(archive)
  expect(began).toBe(true)
})

it('stops reading the present file and the list when its reader leaves', async () => {
  const content = endless()
  let hasEnded = false
  async function* files(): AsyncIterable<ZipFile> {
    try {
      yield { name: 'large.csv', content }
    } finally {
      hasEnded = true
    }
  }
  for await (const chunk of zipArchive(files(), at)) {
    expect(chunk).toBeInstanceOf(Buffer)
    break
  }
  await until(() => content.destroyed && hasEnded)
})

it.each<[string, AsyncIterable<ZipFile>]>([
  ['a file', list({ name: 'a.csv', content: Readable.from(failing()) })],
  ['the list of files', failing()],
])('ends with the error of %s', async (_what, files) => {
  await expect(buffer(zipArchive(files, at))).rejects.toThrow('The connection was lost')
})

async function* failing(): AsyncIterable<never> {
  yield* await Promise.reject<never[]>(new Error('The connection was lost'))
}
