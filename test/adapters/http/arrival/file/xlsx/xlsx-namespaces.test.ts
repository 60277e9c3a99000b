import { describe, expect, it } from '@jest/globals'
import { Spreadsheet } from '../../../../../../src/adapters/http/arrival/file/xlsx/spreadsheet.ts'
import { type SheetCell, workbook } from '../../../../../support/data/xlsx.ts'

const transitional = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main'
const x15 = 'http://schemas.microsoft.com/office/spreadsheetml/2010/11/main'
const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
const relationships = {
  [transitional]: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  [strict]: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}

/** 4 July 2033, counted from 1904, in the style of a day. */
const day: SheetCell = { value: 47_302, style: 1 }
const extension = `<extLst><ext uri="{140A}" xmlns:x15="${x15}"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>`

/** Returns the workbook part of a test's spreadsheet, with elements under a prefix in a namespace. */
const workbookPart = (prefix: string, namespace: keyof typeof relationships, rest: string) => {
  const p = prefix === '' ? '' : `${prefix}:`
  const declared = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return `<${p}workbook ${declared}="${namespace}" xmlns:rel="${relationships[namespace]}" xmlns:x="urn:other">${rest.replaceAll(/<(\/?)(?=\w+[\s>/])(?![\w]+:)/g, `<$1${p}`)}<${p}sheets><${p}sheet name="Leads" sheetId="1" x:id="rId9" rel:id="rId1"/></${p}sheets></${p}workbook>`
}
const rowsOf = async (parts: Readonly<Record<string, string>>, cell: SheetCell = day) => {
  const bytes = workbook({ Leads: [['since'], [cell]] }, { parts })
  const sheet = await Spreadsheet.open(bytes, { tellsFaults: false })
  const rows: (readonly string[])[] = []
  for await (const chunk of sheet.chunks()) rows.push(...chunk.map(({ cells }) => cells))
  return rows
}

describe('a workbook', () => {
  it.each([
    ['', transitional],
    ['', strict],
    ['ss', transitional],
    ['x15', strict],
  ] as const)(
    'with the prefix "%s" in %s that counts from 1904 keeps its dates beside extensions of the same name',
    async (prefix, namespace) => {
      for (const rest of [
        '<workbookPr date1904="1"/>',
        `<workbookPr date1904="true"/>${extension.replaceAll('x15', 'later')}`,
        `${extension.replaceAll('x15', 'later')}<workbookPr date1904="1"/>`,
        `<workbookPr date1904="1"/><later:workbookPr xmlns:later="${x15}" date1904="0"/>`,
      ]) {
        const part = workbookPart(prefix, namespace, rest)
        expect([part, await rowsOf({ 'xl/workbook.xml': part })]).toEqual([part, [['2033-07-04']]])
      }
    },
  )

  it('that counts from 1900 does so beside an extension that counts from 1904', async () => {
    const rest = `<workbookPr/><later:workbookPr xmlns:later="${x15}" date1904="1"/>`
    const parts = { 'xl/workbook.xml': workbookPart('', transitional, rest) }
    expect(await rowsOf(parts)).toEqual([['2029-07-03']])
  })

  it('uses the number formats of its cells, and not those of conditional formats and extensions', async () => {
    const styles = `<s:styleSheet xmlns:s="${transitional}"><s:numFmts><s:numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></s:numFmts><s:cellXfs><s:xf numFmtId="0"/><s:xf numFmtId="164"/></s:cellXfs><s:dxfs><s:dxf><s:numFmt numFmtId="164" formatCode="0.00"/></s:dxf></s:dxfs><s:extLst><s:ext xmlns:x14="urn:x14"><x14:dxfs><s:dxf><s:numFmt numFmtId="164" formatCode="0%"/></s:dxf></x14:dxfs></s:ext></s:extLst></s:styleSheet>`
    expect(await rowsOf({ 'xl/styles.xml': styles })).toEqual([['2029-07-03']])
  })

  it('has the cells of its sheet and its texts under any prefix, without those of extensions', async () => {
    const row = (place: number, cells: string) => `<m:row r="${place}">${cells}</m:row>`
    const cell = (place: string, text: string) =>
      `<m:c r="${place}" t="inlineStr"><m:is><m:t>${text}</m:t></m:is></m:c>`
    const sheet = `<m:worksheet xmlns:m="${strict}" xmlns:mc="${mc}" xmlns:e="urn:e"><m:sheetData>${row(1, cell('A1', 'since'))}<mc:AlternateContent><mc:Choice Requires="e">${row(2, cell('A2', 'for the extension'))}</mc:Choice><mc:Fallback>${row(2, cell('A2', 'for others'))}</mc:Fallback></mc:AlternateContent>${row(3, `<m:c r="A3" t="str"><m:v>own</m:v><e:v>other</e:v><e:x><m:v>within</m:v></e:x></m:c><e:c r="B3"><e:v>1</e:v></e:c>`)}</m:sheetData></m:worksheet>`
    expect(await rowsOf({ 'xl/worksheets/sheet1.xml': sheet })).toEqual([['for others'], ['own']])
  })

  it('in the form "Strict Open XML" has dates as text', async () => {
    const cell = { xml: '<c r="A2" s="1" t="d"><v>2033-07-04T00:00:00</v></c>' }
    const parts = { 'xl/workbook.xml': workbookPart('', strict, '<workbookPr date1904="1"/>') }
    expect(await rowsOf(parts, cell)).toEqual([['2033-07-04']])
  })
})
