import { Liquid, LiquidError, type Template } from 'liquidjs'
import { DomainError } from '../../domain/errors.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import { Templates } from '../../ports/spinner/templates.ts'
import { PlainTemplate } from './plain-template.ts'

const limits = {
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: true,
  // What a template asks about (`if`, `default`) may be missing.
  lenientIf: true,
  parseLimit: 100_000,
  // Milliseconds on the wall's clock: an honest template takes one, and no other request is served meanwhile.
  renderLimit: 200,
  memoryLimit: 4_000_000,
  // Without a map of its own, include and render read files from the working directory.
  templates: {},
} as const

/** Finding out what a template names takes the square of its tags: 0.6 s for 8,000. */
const mostTags = 1_000

/** Characters of templates that are kept parsed. */
const mostParsed = 2_000_000

const longestText = 1_000_000

interface Parsed {
  readonly tags: Template[]
  /** The same, where it takes no Liquid. */
  readonly plain: PlainTemplate | null
}

/** Untrusted templates over one record, with every limit that LiquidJS has. */
export class LiquidTemplates extends Templates {
  readonly #engines = {
    text: new Liquid(limits),
    html: new Liquid({ ...limits, outputEscape: 'escape' }),
  }
  readonly #known = { text: new Map<string, Parsed>(), html: new Map<string, Parsed>() }
  #weight = 0

  /** A chunk of recipients renders the same few templates: parsing one of 900 tags takes 13 ms. */
  #parsed(template: string, format: 'text' | 'html'): Parsed {
    const known = this.#known[format].get(template)
    if (known !== undefined) return known
    const tags = this.#engines[format].parse(template)
    const parsed = { tags, plain: format === 'text' ? PlainTemplate.of(template) : null }
    if (this.#weight + template.length > mostParsed) {
      this.#known.text.clear()
      this.#known.html.clear()
      this.#weight = 0
    }
    this.#known[format].set(template, parsed)
    this.#weight += template.length
    return parsed
  }

  override columnsOf(template: string): readonly string[] {
    if (template.split(/\{[{%]/).length > mostTags) {
      throw new DomainError('VALIDATION_FAILED', { message: `A template has at most ${mostTags} tags` })
    }
    return readable(() => this.#engines.text.globalVariablesSync(template))
  }

  override render(template: string, cells: DataRecord, format: 'text' | 'html'): string {
    const text = readable(() => {
      const { tags, plain } = this.#parsed(template, format)
      return plain?.render(cells, missing) ?? String(this.#engines[format].renderSync(tags, cells))
    })
    if (text.length <= longestText) return text
    throw new DomainError('VALIDATION_FAILED', {
      message: `It renders to more than ${longestText.toLocaleString('en')} characters`,
    })
  }
}

function readable<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (!LiquidError.is(error) && !(error instanceof Error)) throw error
    const [, column] = /^undefined variable: ([^,]+)/.exec(error.message) ?? []
    if (column !== undefined) throw missing(column)
    // By the wall's clock: it may be the machine that is slow.
    if (error.message.startsWith('template render limit')) {
      throw new DomainError('OVERLOADED', { message: 'The template took too long to render' })
    }
    throw new DomainError('VALIDATION_FAILED', {
      message: `The template cannot be rendered: ${firstLine(error.message)}`,
    })
  }
}

function missing(column: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message: `The record has nothing in "${column}"` })
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 200)
}
