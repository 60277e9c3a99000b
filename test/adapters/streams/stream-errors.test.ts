import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { piped, withErrorsHandled } from '../../../src/adapters/streams/stream-errors.ts'

const helper = join('src', 'adapters', 'streams', 'stream-errors.ts')
/**
 * A pattern by which this test finds calls in the source code that open a stream. A stream can fail before it
 * is read, and an unhandled error ends the process.
 */
const opened =
  /\b(?:createReadStream|createWriteStream|openReadStream(?:Promise)?|create(?:Gunzip|Gzip|Unzip|Inflate|InflateRaw|Deflate|DeflateRaw|BrotliDecompress|BrotliCompress|ZstdDecompress|ZstdCompress)|Readable\.from|Readable\.fromWeb)\(/g
/**
 * A pattern by which this test finds calls in the source code that handle the errors of all streams among their
 * arguments.
 */
const handling = /\b(?:withErrorsHandled|piped|pipeline)\($/

describe('a stream', () => {
  it('that fails before it is read ends no process, and its reader receives the error', async () => {
    const stream = withErrorsHandled(new PassThrough())
    stream.destroy(new Error('broken'))
    await new Promise((done) => setImmediate(done))
    await expect(stream.toArray()).rejects.toThrow('broken')
  })

  it('fails with the stream that is piped into it, and keeps that open when it fails itself', async () => {
    const source = new PassThrough()
    const target = piped(source, new PassThrough())
    source.destroy(new Error('cut off'))
    await expect(target.toArray()).rejects.toThrow('cut off')

    const gone = new PassThrough()
    gone.destroy(new Error('cut off before'))
    gone.on('error', () => {})
    await new Promise((done) => setImmediate(done))
    await expect(piped(gone, new PassThrough()).toArray()).rejects.toThrow('cut off before')

    const sent = new PassThrough()
    const unpacked = piped(sent, createGunzip())
    sent.write('no gzip at all')
    await expect(unpacked.toArray()).rejects.toThrow('incorrect header check')
    expect(sent.destroyed).toBe(false)
  })

  it('is never created without an error handler', () => {
    const faults = ['src', 'workers'].flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .map((name) => join(root, name))
        .filter((path) => path.endsWith('.ts') && path !== helper)
        .flatMap((path) => faultsIn(readFileSync(path, 'utf8')).map((what) => `${path}: ${what}`)),
    )
    expect(faults).toEqual([])
  })

  it('is detected if it is created without an error handler', () => {
    expect(faultsIn('const a = createReadStream(path)')).toHaveLength(1)
    expect(faultsIn('source.pipe(target)')).toHaveLength(1)
    expect(faultsIn('withErrorsHandled(await zip.openReadStreamPromise(entry))')).toEqual([])
    expect(faultsIn('pipeline(\n  Readable.from(a(b)),\n  createGzip(),\n)')).toEqual([])
  })
})

/**
 * Returns the calls in a source file that open a stream without handling its errors, and all uses of `.pipe(`.
 * The test expects none.
 */
function faultsIn(source: string): string[] {
  const code = source.replaceAll(/^import .*$|\/\/.*$/gm, '')
  const pipes = [...code.matchAll(/\.pipe\(/g)].map(() => '.pipe(')
  const raw = [...code.matchAll(opened)].filter(({ index }) => !isHandled(code, index)).map(([what]) => what)
  return [...pipes, ...raw]
}

/** Returns whether one of the calls around a position in the source code handles the errors of streams. */
function isHandled(code: string, place: number): boolean {
  let depth = 0
  for (let at = place - 1; at >= 0; at--) {
    const letter = code.charAt(at)
    if (letter === ')') depth++
    else if (letter === '(') {
      if (depth === 0 && handling.test(code.slice(0, at + 1))) return true
      depth = Math.max(0, depth - 1)
    } else if (letter === ';') return false
  }
  return false
}
