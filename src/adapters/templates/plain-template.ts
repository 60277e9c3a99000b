import type { Cell, DataRecord } from '../../domain/record-cells.ts'
import type { TemplateFormat } from '../../ports/spinner/templates.ts'

/**
 * Matches an output of a template: a column or a field of the trigger data, by name or in brackets, then an
 * optional default, then an optional `json`.
 */
const output =
  /\{\{\s*(?:(trigger\.[A-Za-z_]\w*|[A-Za-z_]\w*)|\["([^"\\[\]{}%]+)"\])\s*(?:\|\s*default:\s*(?:"([^"\\{}%]*)"|'([^'\\{}%]*)')\s*)?(?:\|\s*(json)\s*)?\}\}/g

/** Words that Liquid reads as a value or operator and not as the name of a column. */
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
  /** The text in place of a cell that is empty or missing; null if the output has no default. */
  readonly fallback: string | null
  readonly asJson: boolean
  readonly textAfter: string
}

/** `TooLong` is thrown if the rendered text becomes longer than a message may be. */
export class TooLong extends Error {}

/**
 * `PlainTemplate` is a template that only inserts cells, as most templates do. It renders to the same text as
 * Liquid in a tenth of the time. Its length bounds the time, so it needs no thread.
 */
export class PlainTemplate {
  readonly #before: string
  readonly #outputs: readonly Output[]

  /** Parses a template. Returns null if the template needs Liquid. */
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
    // Leaves a template with a third brace before an output to Liquid, which reads all three braces together.
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

  /** Returns a plain template with every reference to a column replaced. */
  static withReference(template: string, column: string, reference: string): string {
    return template.replaceAll(output, (whole: string, name?: string, quoted?: string) => {
      if ((name ?? quoted) !== column) return whole
      const written = name ?? `["${column}"]`
      const at = whole.indexOf(written)
      return whole.slice(0, at) + reference + whole.slice(at + written.length)
    })
  }

  /**
   * Returns a plain template with a text in place of each output of a column. `literal` is the text as Liquid writes
   * it, for outputs in which the text itself could be read as HTML, JSON or Liquid.
   */
  static withText(template: string, column: string, text: string, literal: string): string {
    const isSafe = !/[<>&"'\\{}%\p{Cc}]/u.test(text)
    return template.replaceAll(
      output,
      (
        whole: string,
        name?: string,
        quoted?: string,
        _fallback?: string,
        _otherFallback?: string,
        json?: string,
      ) => {
        if ((name ?? quoted) !== column) return whole
        if (isSafe) return json === undefined ? text : `"${text}"`
        return json === undefined ? `{{ ${literal} }}` : `{{ ${literal} | json }}`
      },
    )
  }

  /**
   * Renders the template with a record. Throws `missing` for a column that the record lacks and that has no
   * default and is not rendered as JSON.
   */
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
      // A column that is missing from the record is rendered as null in JSON.
      if (cell === undefined && asJson) cell = null
      if (cell === undefined) throw missing(column)
      const written = asJson ? JSON.stringify(cell) : cell === null ? '' : String(cell)
      text += (format === 'html' ? escaped(written, longest) : written) + textAfter
      // Checks the length while the text grows, because a template can name a long cell thousands of times.
      if (text.length > longest) throw new TooLong()
    }
    return text
  }
}

/**
 * The number of characters of a cell that are escaped at a time. Escaping makes a text up to five times
 * longer, so the loop stops once the text is too long.
 */
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
