import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { localName, Namespaces } from '../../../../streams/xml-namespaces.ts'
import { fileFault } from '../../../request/body/file-fault.ts'

/**
 * The largest size in characters of a cell or tag in a spreadsheet, because the parser keeps one in memory
 * until it ends.
 */
const maxPartLength = 2_000_000
const deepest = 100
/** The number of pieces of XML, each at most 16 kB, after which other work gets a turn. */
const maxPiecesAtOnce = 16

/** The namespace of elements that offer alternatives for readers with and without an extension. */
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006'

export interface XmlEvents {
  /**
   * Called for each start tag of an element in the namespace of the document's root, whatever its prefix. The name of
   * the element is without its prefix, and those of the attributes are as they are written.
   */
  open(name: string, attributes: Readonly<Record<string, string>>, namespaces: Namespaces): void
  text(text: string): void
  close(name: string): void
}

/**
 * `OwnElements` passes on the elements in the namespace of the root, and leaves out the elements of extensions with
 * their content, such as `x15:workbookPr`, which has the name of an element of the workbook. It passes on
 * alternatives for readers without an extension, and leaves out those for readers with it.
 */
class ExtensionFilter {
  readonly #events: XmlEvents
  readonly #namespaces = new Namespaces()
  #root: string | null = null
  #depth = 0
  /** The depth of the outermost element that is left out; null outside of such elements. */
  #leftOutFrom: number | null = null

  constructor(events: XmlEvents) {
    this.#events = events
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > deepest) throw broken()
    this.#namespaces.open(attributes)
    if (this.#leftOutFrom !== null) return
    const kind = this.#kindOf(name)
    if (kind === 'own') this.#events.open(localName(name), attributes, this.#namespaces)
    else if (kind === 'foreign') this.#leftOutFrom = this.#depth
  }

  text(text: string): void {
    if (this.#leftOutFrom === null) this.#events.text(text)
  }

  close(name: string): void {
    if (this.#leftOutFrom === null) {
      if (this.#kindOf(name) === 'own') this.#events.close(localName(name))
    } else if (this.#leftOutFrom === this.#depth) this.#leftOutFrom = null
    this.#namespaces.close()
    this.#depth--
  }

  #kindOf(name: string): 'own' | 'transparent' | 'foreign' {
    const namespace = this.#namespaces.ofElement(name)
    this.#root ??= namespace
    if (namespace === this.#root) return 'own'
    return namespace === compatibility && localName(name) !== 'Choice' ? 'transparent' : 'foreign'
  }
}

/**
 * Parses the XML of a spreadsheet while it is unpacked, and yields after each piece, so that the caller can
 * take results. Refuses a document with a DOCTYPE, or with a part that would need too much memory.
 */
export async function* throughXml(stream: Readable, events: XmlEvents): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const elements = new ExtensionFilter(events)
  let [sinceEvent, pieces] = [0, 0]
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
    elements.open(name, attributes)
  })
  parser.on('text', (text) => elements.text(text))
  parser.on('cdata', (text) => elements.text(text))
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0
    elements.close(name)
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
    if (sinceEvent > maxPartLength)
      throw fileFault(
        'TOO_LARGE',
        'A cell of the spreadsheet is too large; shorten it, or save the sheet as "CSV UTF-8"',
      )
    yield
    // Lets other work run after some pieces of XML, because a gigabyte of XML may contain no row.
    if (++pieces % maxPiecesAtOnce === 0) await setImmediate()
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
