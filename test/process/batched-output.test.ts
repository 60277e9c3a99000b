import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { BatchedOutput } from '../../src/operation/process/batched-output.ts'

describe('BatchedOutput', () => {
  let directory: string
  let file: string
  let fd: number
  let output: BatchedOutput

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'spindle-log-'))
    file = join(directory, 'log')
    fd = openSync(file, 'w')
    output = new BatchedOutput(fd)
  })
  afterEach(() => {
    closeSync(fd)
    rmSync(directory, { recursive: true })
  })
  const flush = () => promisify(output.flush.bind(output))()
  const written = () => readFileSync(file, 'utf8')

  it('keeps a few lines until it is flushed', async () => {
    output.write('one\n')
    output.write('two\n')
    expect(written()).toBe('')
    await flush()
    expect(written()).toBe('one\ntwo\n')
  })

  it('writes every line once and in order, even during another write', async () => {
    const lines = Array.from({ length: 5_000 }, (_, no) => `${no} äöü ${'x'.repeat(no % 100)}\n`)
    for (const line of lines) output.write(line)
    await flush()
    expect(written()).toBe(lines.join(''))
  })

  it('writes the rest immediately when the process is about to exit', () => {
    output.write('last words\n')
    output.flushSync()
    expect(written()).toBe('last words\n')
  })

  it('waits for nothing if nothing was written', async () => {
    await flush()
    expect(written()).toBe('')
  })
})
