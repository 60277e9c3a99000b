import { Liquid, LiquidError } from 'liquidjs'
import { DomainError } from '../../domain/errors.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import { Templates } from '../../ports/templates.ts'

const limits = {
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: true,
  // What a template asks about (`if`, `default`) may be missing.
  lenientIf: true,
  parseLimit: 100_000,
  // Milliseconds on the wall's clock: well above what a starved machine needs for an honest template.
  renderLimit: 1_000,
  memoryLimit: 10_000_000,
  // Without a map of its own, include and render read files from the working directory.
  templates: {},
  cache: 1_000,
} as const

/** Finding out what a template names takes the square of its tags: 0.6 s for 8,000. */
const mostTags = 1_000

const longestText = 1_000_000

/** Untrusted templates over one record, with every limit that LiquidJS has. */
export class LiquidTemplates extends Templates {
  readonly #engines = {
    text: new Liquid(limits),
    html: new Liquid({ ...limits, outputEscape: 'escape' }),
  }

  override columnsOf(template: string): readonly string[] {
    if (template.split(/\{[{%]/).length > mostTags) {
      throw new DomainError('VALIDATION_FAILED', { message: `A template has at most ${mostTags} tags` })
    }
    return readable(() => this.#engines.text.globalVariablesSync(template))
  }

  override render(template: string, scope: DataRecord, format: 'text' | 'html'): string {
    const text = readable(() => String(this.#engines[format].parseAndRenderSync(template, scope)))
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
    if (!LiquidError.is(error) && !(error instanceof Error)) throw error
    const [, missing] = /^undefined variable: ([^,]+)/.exec(error.message) ?? []
    if (missing !== undefined)
      throw new DomainError('VALIDATION_FAILED', { message: `The record has nothing in "${missing}"` })
    throw new DomainError('VALIDATION_FAILED', {
      message: `The template cannot be rendered: ${firstLine(error.message)}`,
    })
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 200)
}
