import { localName } from '../../../../streams/xml-namespaces.ts'
import { fileFault } from '../../../request/body/file-fault.ts'
import type { Archive } from './archive.ts'
import { throughXml, type XmlEvents } from './bounded-xml.ts'
import { builtInFormats, type NumberFormat, numberFormat } from './number-format.ts'

const maxBytes = 32 * 1024 * 1024
/**
 * The largest number of cell styles in a workbook, as in Excel, and the largest number of its sheets, which
 * no usual workbook reaches.
 */
const maxStyles = 70_000
const maxSheets = 1_000
/**
 * The longest number format in characters, as in Excel. The time to parse and apply one grows with the square
 * of its length.
 */
const maxCodeLength = 255

interface Sheet {
  readonly name: string
  /** The path of the sheet's XML in the archive of the workbook. */
  readonly path: string
  /** Whether the spreadsheet program hides the sheet. */
  readonly isHidden: boolean
}

/** The sheets, date system and number formats of a workbook, without its cells. */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  /** Whether the workbook counts days from 1904, as old Macs did. */
  readonly from1904: boolean
  /** The number formats, by the style index of a cell. */
  readonly formats: readonly NumberFormat[]
}

export async function workbookOf(archive: Archive): Promise<Workbook> {
  const targets = new Map<string, string>()
  await through(archive, 'xl/_rels/workbook.xml.rels', (name, { Id, Target }) => {
    if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target)
  })
  const sheets: Sheet[] = []
  let from1904 = false
  const isThere = await through(archive, 'xl/workbook.xml', (name, attributes, namespaces) => {
    if (name === 'workbookPr') from1904 = isTrue(attributes['date1904'])
    if (name !== 'sheet' || sheets.length === maxSheets) return
    const isOfRelationship = (key: string) =>
      localName(key) === 'id' && relationships.has(namespaces.ofAttribute(key))
    const id = Object.entries(attributes).find(([key]) => isOfRelationship(key))?.[1] ?? ''
    const target = targets.get(id)
    if (target !== undefined) {
      const isHidden = /^(?:very)?hidden$/i.test(attributes['state'] ?? '')
      sheets.push({ name: attributes['name'] ?? '', path: pathOf(target), isHidden })
    }
  })
  if (!isThere || sheets.length === 0)
    throw fileFault(
      'WRONG_FORM',
      'The file is an archive but not an Excel file (.xlsx); save the sheet as .xlsx or "CSV UTF-8"',
    )
  return { sheets, from1904, formats: await formatsOf(archive) }
}

async function formatsOf(archive: Archive): Promise<readonly NumberFormat[]> {
  const own = new Map<number, string>()
  const styles: number[] = []
  // The list in which an element is. Conditional formats have number formats of their own under the same numbers.
  let list: 'numFmts' | 'cellXfs' | null = null
  const open = (name: string, { numFmtId, formatCode = '' }: Readonly<Record<string, string>>) => {
    if (name === 'numFmts' || name === 'cellXfs') list = name
    if (name === 'numFmt' && list === 'numFmts')
      own.set(Number(numFmtId), formatCode.length > maxCodeLength ? 'General' : formatCode)
    if (name === 'xf' && list === 'cellXfs' && styles.length < maxStyles) styles.push(Number(numFmtId ?? 0))
  }
  await through(archive, 'xl/styles.xml', open, (name) => {
    if (name === list) list = null
  })
  const known = new Map<number, NumberFormat>()
  return styles.map((id) => {
    const format = known.get(id) ?? numberFormat(own.get(id) ?? builtInFormats[id] ?? 'General')
    known.set(id, format)
    return format
  })
}

async function through(
  archive: Archive,
  path: string,
  open: XmlEvents['open'],
  close: (name: string) => void = () => {},
): Promise<boolean> {
  const stream = await archive.part(path, maxBytes)
  if (stream === null) return false
  for await (const _ of throughXml(stream, { open, close, text: () => {} }));
  return true
}

/** The namespaces of the ids of relationships: of usual workbooks, and of "Strict Open XML" ones. */
const relationships = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])

function pathOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}
