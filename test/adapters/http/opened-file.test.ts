import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { OpenedFile } from '../../../src/adapters/http/arrival/file/opened-file.ts'
import { RowSource } from '../../../src/ports/arrival/imports.ts'
import { watched } from '../../support/contracts/called-methods.ts'
import { callsEachMethodOf } from '../../support/contracts/each-method.ts'
import { workbook } from '../../support/data/xlsx.ts'

describe('an imported file', () => {
  const opened = (content: Buffer, upload = Readable.from([content], { objectMode: false })) => {
    const yieldToOthers = () => Promise.resolve()
    const options = { organizationId: 'organization', tellsFaults: false, yieldToOthers }
    return { upload, source: watched(RowSource, new OpenedFile(upload, options)) }
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

callsEachMethodOf([RowSource])
