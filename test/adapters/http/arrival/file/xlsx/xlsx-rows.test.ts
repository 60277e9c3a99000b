import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { throughXml } from '../../../../../../src/adapters/http/arrival/file/xlsx/bounded-xml.ts'
import { XlsxRows } from '../../../../../../src/adapters/http/arrival/file/xlsx/xlsx-rows.ts'
import { FileBytes } from '../../../../../../src/adapters/http/request/body/file-bytes.ts'
import { workbook } from '../../../../../support/data/xlsx.ts'

const file = workbook({ S: [['a'], ['1']] })
const rowsOf = (upload: Readable, organizationId: string) =>
  new XlsxRows(new FileBytes(upload), {
    organizationId,
    tellsFaults: true,
    yieldToOthers: () => Promise.resolve(),
  })
const read = (organizationId: string) => rowsOf(Readable.from([file], { objectMode: false }), organizationId)
const refused = { code: 'OVERLOADED' }

describe('a spreadsheet that arrives byte by byte', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('is refused after two minutes', async () => {
    const upload = new PassThrough()
    const slow = rowsOf(upload, 'one')
    const refusal = expect(slow.header()).rejects.toMatchObject({
      details: { errors: [{ code: 'TOO_SLOW' }] },
    })
    for (const byte of file.subarray(0, 4)) {
      upload.write(Buffer.from([byte]))
      await jest.advanceTimersByTimeAsync(29_000)
    }
    expect(upload.destroyed).toBe(false)
    await jest.advanceTimersByTimeAsync(5_000)
    await refusal
    await slow.close()
  })
})

describe('unpacking slots for spreadsheets', () => {
  it('are not taken while a spreadsheet is still being received', async () => {
    const upload = new PassThrough()
    const slow = rowsOf(upload, 'one')
    const cutOff = expect(slow.header()).rejects.toThrow()
    const other = read('one')
    expect(await other.header()).toEqual(['a'])
    await other.close()
    upload.destroy()
    await cutOff
    await slow.close()
  })

  it('are one for each organization, and two in total', async () => {
    const [first, again, second, third] = [read('one'), read('one'), read('two'), read('three')]
    expect(await first.header()).toEqual(['a'])
    await expect(again.header()).rejects.toMatchObject(refused)
    await again.close()
    expect(await second.header()).toEqual(['a'])
    await expect(third.header()).rejects.toMatchObject(refused)
    await Promise.all([first, second, third].map((rows) => rows.close()))
    const last = read('one')
    expect(await last.header()).toEqual(['a'])
    await last.close()
  })
})

describe('a sheet with empty rows', () => {
  it('lets other work run regularly', async () => {
    const pieces = ['<sheetData>', ...Array.from({ length: 100 }, () => '<row/>'), '</sheetData>']
    const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)))
    let isOthersTurn = false
    setImmediate(() => {
      isOthersTurn = true
    })
    let seen = 0
    for await (const _ of throughXml(stream, { open: () => {}, text: () => {}, close: () => {} })) {
      if (!isOthersTurn) seen++
    }
    expect(isOthersTurn).toBe(true)
    expect(seen).toBeLessThan(100)
  })
})
