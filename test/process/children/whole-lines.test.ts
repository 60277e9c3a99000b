import { PassThrough } from 'node:stream'
import { expect, it } from '@jest/globals'
import { wholeLines } from '../../../src/operation/children/whole-lines.ts'

it('the output of a child process is forwarded by whole lines, and the rest when it ends', async () => {
  const stream = new PassThrough()
  const written: string[] = []
  wholeLines(stream, (lines) => written.push(lines))
  const word = Buffer.from('tür')
  for (const chunk of ['a\nb', 'c', '\nd\ne', word.subarray(0, 2), word.subarray(2)]) stream.write(chunk)
  stream.end()
  await new Promise((done) => stream.once('close', done))
  expect(written).toEqual(['a\n', 'bc\nd\n', 'etür\n'])
})
