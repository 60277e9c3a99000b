import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { fileFault } from '../file-fault.ts'

/**
 * The largest size in characters of a cell or tag in a spreadsheet, because the parser keeps one in memory
 * until it ends.
 */
const longestPart = 2_000_000
const deepest = 100
/** The number of pieces of XML, each at most 16 kB, after which other work gets a turn. */
const mostPiecesAtOnce = 16

export interface XmlEvents {
  /** Called for each start tag. The names of the element and its attributes are without prefixes. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

/**
 * Parses the XML of a spreadsheet while it is unpacked, and yields after each piece, so that the caller can
 * take results. Refuses a document with a DOCTYPE, or with a part that would need too much memory.
 */
export async function* throughXml(stream: Readable, events: XmlEvents): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let [depth, sinceEvent, pieces] = [0, 0, 0]
  parser.on('doctype', () => {
    throw fileFault(
      'UNSAFE_XML',
      'The spreadsheet holds a DOCTYPE, which is not allowed; save it again in a spreadsheet program, or as "CSV UTF-8"',
    )
  })
  parser.on('error', () => {
    throw broken()
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0
    if (++depth > deepest) throw broken()
    events.open(local(name), attributes)
  })
  parser.on('text', (text) => events.text(text))
  parser.on('cdata', (text) => events.text(text))
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0
    depth--
    events.close(local(name))
  })
  const decoder = new StringDecoder('utf8')
  const bytes = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    // Reading a part of a spreadsheet fails if its data is compressed wrongly or is larger than the archive
    // states.
    const { done, value } = await bytes.next().catch(() => {
      throw broken()
    })
    if (done === true) break
    const text = decoder.write(value)
    parser.write(text)
    sinceEvent += text.length
    if (sinceEvent > longestPart)
      throw fileFault(
        'TOO_LARGE',
        'A cell of the spreadsheet is too large; shorten it, or save the sheet as "CSV UTF-8"',
      )
    yield
    // Lets other work run after some pieces of XML, because a gigabyte of XML may contain no row.
    if (++pieces % mostPiecesAtOnce === 0) await setImmediate()
  }
  parser.close()
  yield
}

export function broken(): Error {
  return fileFault(
    'WRONG_FORM',
    'The spreadsheet is damaged; save it again in a spreadsheet program, or as "CSV UTF-8"',
  )
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
