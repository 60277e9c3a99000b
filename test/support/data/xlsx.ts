import { crc32, deflateRawSync } from 'node:zlib'

/** The content of a cell in a test's spreadsheet: a text, a number with a style, or its XML. */
export type SheetCell =
  | string
  | number
  | { readonly value: number; readonly style: number }
  | { readonly xml: string }

/**
 * The number formats of a test's spreadsheet by style number: general, day, date and time, two decimals, five
 * digits, per cent, phone.
 */
const formats = ['General', 'd/m/yy', 'yyyy-mm-dd hh:mm', '#,##0.00 "€"', '00000', '0.0%', '(###) ###-####']

export interface WorkbookOptions {
  readonly sharedTexts?: boolean
  /** The names of the sheets that are hidden in the test's spreadsheet. */
  readonly hidden?: readonly string[]
  /** The XML parts that replace or extend those of the test's spreadsheet file, by their paths in the archive. */
  readonly parts?: Readonly<Record<string, string>>
}

/** Returns a spreadsheet for tests packed as Excel packs it, with sheets by their names. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  { sharedTexts = true, hidden = [], parts = {} }: WorkbookOptions = {},
): Buffer {
  const texts = new Map<string, number>()
  const cellOf = (cell: SheetCell, place: string) => {
    if (typeof cell === 'object' && 'xml' in cell) return cell.xml
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'object') return `<c r="${place}" s="${cell.style}"><v>${cell.value}</v></c>`
    if (cell === '') return ''
    if (!sharedTexts) return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    const no = texts.get(cell) ?? texts.size
    texts.set(cell, no)
    return `<c r="${place}" t="s"><v>${no}</v></c>`
  }
  const names = Object.keys(sheets)
  const pages = Object.values(sheets).map((rows, no): [string, string] => {
    const lines = rows.map((cells, at) => {
      const line = cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${at + 1}`)).join('')
      return `<row r="${at + 1}">${line}</row>`
    })
    return [
      `xl/worksheets/sheet${no + 1}.xml`,
      `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ]
  })
  const own = {
    'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, no) => `<sheet name="${escaped(name)}" sheetId="${no + 1}" r:id="rId${no + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, no) => `<Relationship Id="rId${no + 1}" Target="worksheets/sheet${no + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, no) => `<numFmt numFmtId="${200 + no}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, no) => `<xf numFmtId="${200 + no}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(pages),
    'xl/sharedStrings.xml': `<sst>${[...texts.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  return zipped({ ...own, ...parts })
}

/**
 * Returns a ZIP archive of these files for tests. `says` replaces the sizes of some files in the headers by
 * wrong ones.
 */
export function zipped(
  files: Readonly<Record<string, string | Buffer>>,
  says: Readonly<Record<string, number>> = {},
): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(says[name] ?? bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 0])
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, head, place, Buffer.from(name)]),
    )
    bodies.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

function letterOf(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
