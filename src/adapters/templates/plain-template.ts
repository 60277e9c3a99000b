import type { Cell, DataRecord } from '../../domain/table/cell.ts'
import type { TemplateFormat } from '../../ports/spinner/templates.ts'

/**
 * A column, or what a trigger said, by its name or in brackets, then what stands in for it where it is empty, then
 * whether as JSON.
 */
const output =
  /\{\{\s*(?:(trigger\.[A-Za-z_]\w*|[A-Za-z_]\w*)|\["([^"\\[\]{}%]+)"\])\s*(?:\|\s*default:\s*(?:"([^"\\{}%]*)"|'([^'\\{}%]*)')\s*)?(?:\|\s*(json)\s*)?\}\}/g

/** Words that mean something else to Liquid than the column of that name. */
export const reservedWords = [
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
  'size',
  'first',
  'last',
  'and',
  'or',
  'not',
  'contains',
]
const reserved = new Set(reservedWords)

interface Output {
  readonly column: string
  /** In place of a cell that is empty, or that the record has not. */
  readonly fallback: string | null
  readonly asJson: boolean
  readonly textAfter: string
}

/** Thrown for what renders to more than a message may hold. */
export class TooLong extends Error {}

/**
 * Text with cells in it, as most templates are: it renders to what Liquid would make of it, in a tenth of
 * the time and within a time that its length bounds. So it needs no thread of its own.
 */
export class PlainTemplate {
  readonly #before: string
  readonly #outputs: readonly Output[]

  /** Null for a template that takes Liquid. */
  static of(template: string): PlainTemplate | null {
    const texts: string[] = []
    const outputs: Omit<Output, 'textAfter'>[] = []
    let end = 0
    for (const match of template.matchAll(output)) {
      const [whole, name, quoted, fallback, otherFallback, json] = match
      const column = name ?? quoted ?? ''
      if (reserved.has(column)) return null
      texts.push(template.slice(end, match.index))
      outputs.push({ column, fallback: fallback ?? otherFallback ?? null, asJson: json !== undefined })
      end = match.index + whole.length
    }
    texts.push(template.slice(end))
    // A brace before the braces belongs to them.
    if (texts.some((text) => /\{\{|\{%|\{$/.test(text))) return null
    const [before = '', ...after] = texts
    return new PlainTemplate(
      before,
      outputs.map((one, index) => ({ ...one, textAfter: after[index] ?? '' })),
    )
  }

  private constructor(before: string, outputs: readonly Output[]) {
    this.#before = before
    this.#outputs = outputs
  }

  get columns(): readonly string[] {
    return [...new Set(this.#outputs.map(({ column }) => column))]
  }

  /** The text of a plain template with another reference in the place of those to a column. */
  static withReference(template: string, column: string, reference: string): string {
    return template.replaceAll(output, (whole: string, name?: string, quoted?: string) => {
      if ((name ?? quoted) !== column) return whole
      const written = name ?? `["${column}"]`
      const at = whole.indexOf(written)
      return whole.slice(0, at) + reference + whole.slice(at + written.length)
    })
  }

  /** `missing` is thrown for a column that the record has not, and that is not asked for as JSON. */
  render(
    cells: DataRecord,
    format: TemplateFormat,
    longest: number,
    missing: (column: string) => Error,
  ): string {
    let text = this.#before
    for (const { column, fallback, asJson, textAfter } of this.#outputs) {
      let cell: Cell | undefined = Object.hasOwn(cells, column) ? cells[column] : undefined
      if (fallback !== null && (cell === undefined || cell === null || cell === false || cell === ''))
        cell = fallback
      // A body of JSON says null where there is nothing to say.
      if (cell === undefined && asJson) cell = null
      if (cell === undefined) throw missing(column)
      const written = asJson ? JSON.stringify(cell) : cell === null ? '' : String(cell)
      text += (format === 'html' ? escaped(written, longest) : written) + textAfter
      // Found out while it grows: a template can name a long cell thousands of times.
      if (text.length > longest) throw new TooLong()
    }
    return text
  }
}

/** Escaping makes a text up to five times as long: it is done piece by piece, so that it ends with what is too long. */
const pieceLength = 50_000

function escaped(text: string, longest: number): string {
  if (!/[&<>"']/.test(text)) return text
  let whole = ''
  for (let at = 0; at < text.length && whole.length <= longest; at += pieceLength)
    whole += text
      .slice(at, at + pieceLength)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&#34;')
      .replaceAll("'", '&#39;')
  return whole
}
