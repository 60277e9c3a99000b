import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { OpenedFile } from '../../../../../src/adapters/http/arrival/file/opened-file.ts'
import { workbook } from '../../../../support/data/xlsx.ts'

describe('an imported file', () => {
  const opened = (content: Buffer, upload = Readable.from([content], { objectMode: false })) => {
    const yieldToOthers = () => Promise.resolve()
    const options = { organizationId: 'organization', tellsFaults: false, yieldToOthers }
    return { upload, source: new OpenedFile(upload, options) }
  }
  const csv = Buffer.from('name,email\nAda,ada@example.com\nGrace,grace@example.com\n')
  const spreadsheet = workbook({
    Leads: [
      ['name', 'email'],
      ['Ada', 'ada@example.com'],
      ['Grace', 'grace@example.com'],
    ],
  })

  it.each([
    ['a CSV', csv],
    ['a spreadsheet', spreadsheet],
  ])('that is %s is read by its content: the header, then the rows', async (_what, content) => {
    const { source } = opened(content)
    expect(await source.header()).toEqual(['name', 'email'])
    const rows: (readonly string[])[] = []
    for await (const chunk of source.chunks()) rows.push(...chunk.map(({ cells }) => cells))
    expect(rows).toEqual([
      ['Ada', 'ada@example.com'],
      ['Grace', 'grace@example.com'],
    ])
    await source.close()
  })

  it.each([
    ['a CSV', Buffer.from('name,email\n,\nAda,a@x.de\n" ",\nGrace,\n,\n')],
    [
      'a spreadsheet',
      workbook({ S: [['name', 'email'], ['', ''], ['Ada', 'a@x.de'], [' '], ['Grace'], ['', '']] }),
    ],
  ])(
    'that is %s is read without rows that have no value, with the lines of the file',
    async (_what, content) => {
      const { source } = opened(content)
      await source.header()
      const rows: unknown[] = []
      for await (const chunk of source.chunks())
        rows.push(...chunk.map(({ cells, line }) => [line, ...cells]))
      expect(rows).toEqual([
        [3, 'Ada', 'a@x.de'],
        [5, 'Grace', ''],
      ])
      await source.close()
    },
  )

  it.each([
    ['a CSV', (rows: readonly string[]) => Buffer.from(['name', ...rows].join('\n'))],
    [
      'a spreadsheet',
      (rows: readonly string[]) => workbook({ Leads: [['name'], ...rows.map((row) => [row])] }),
    ],
  ])('that is %s is read in chunks of 500 rows, and a large row ends its chunk', async (_what, fileOf) => {
    const rows = Array.from({ length: 1_201 }, (_, no) => (no === 600 ? 'x'.repeat(999_999) : `Ada ${no}`))
    const { source } = opened(fileOf(rows))
    await source.header()
    const chunks: (readonly string[])[] = []
    for await (const chunk of source.chunks()) chunks.push(chunk.map(({ cells: [cell = ''] }) => cell))
    expect(chunks.map(({ length }) => length)).toEqual([500, 101, 500, 100])
    expect(chunks.flat()).toEqual(rows)
    await source.close()
  })

  it('is read only as fast as its rows are taken', async () => {
    let sent = 0
    const upload = Readable.from(
      (function* () {
        yield Buffer.from('name\n')
        for (; sent < 1_000; sent++) yield Buffer.from('Ada Lovelace\n'.repeat(1_000))
      })(),
      { objectMode: false },
    )
    const { source } = opened(csv, upload)
    await source.header()
    let taken = 0
    for await (const chunk of source.chunks()) {
      taken += chunk.length
      await setTimeout(1)
      // Allows for the rows in the buffers of the streams, which have at most 64 KB each.
      expect(sent * 1_000 - taken).toBeLessThan(30_000)
      if (taken >= 100_000) break
    }
    await source.close()
  })

  it('can be closed before it is read, and leaves the upload open for the response', async () => {
    const { upload, source } = opened(csv)
    await source.close()
    expect(upload.destroyed).toBe(false)
  })

  it('is refused as a whole if it is an old spreadsheet', async () => {
    const { source } = opened(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    await expect(source.header()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await source.close()
  })
})
