import { DomainError } from '../../domain/errors.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import { TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import { wordsOfHtml } from '../../domain/text/html-words.ts'
import {
  type ColumnReplacement,
  MissingCell,
  type TemplateFormat,
  Templates,
  TemplateTooSlow,
} from '../../ports/spinner/templates.ts'
import { columnReference, literalOf, notReferable } from './column-reference.ts'
import type { Rendering, TemplateFault } from './liquid-engine.ts'
import { PlainTemplate, TooLong } from './plain-template.ts'
import { beginningOf } from './safe-html.ts'
import { maxTextLength, tooLongTemplate, tooLongText, tooManyTags } from './template-limits.ts'
import type { TemplateThreads } from './template-threads.ts'

/**
 * The largest total length in characters of the templates that are cached with their kind: plain, or in need
 * of Liquid.
 */
const maxCachedLength = 2_000_000

/**
 * The milliseconds in which an HTML message must be converted to plain text. An ordinary message takes 1 ms;
 * the first one in a thread loads the library.
 */
const maxPlainTextMs = 2_000

/**
 * `LiquidTemplates` renders untrusted templates with one record. Plain templates are rendered at once in this
 * process, and templates that need Liquid in a thread that can be ended. These threads also make the plain
 * text of HTML messages.
 */
export class LiquidTemplates extends Templates {
  readonly #threads: TemplateThreads
  readonly #known = new Map<string, PlainTemplate | null>()
  #weight = 0

  constructor(threads: TemplateThreads) {
    super()
    this.#threads = threads
  }

  override columnsOf(
    template: string,
    budget: TemplateBudget,
  ): readonly string[] | Promise<readonly string[]> {
    if (tooManyTags.isTrueOf(template.split(/\{[{%]/).length)) throw refused(tooManyTags.words)
    return this.#plain(template)?.columns ?? this.#columnsByLiquid(template, budget)
  }

  override render(
    template: string,
    cells: DataRecord,
    format: TemplateFormat,
    budget: TemplateBudget,
    now: Date,
  ): string | Promise<string> {
    const plain = this.#plain(template)
    if (plain === null) return this.#renderByLiquid(template, { cells, format, now }, budget)
    try {
      return plain.render(cells, format, maxTextLength, (column) => new MissingCell(column))
    } catch (error) {
      throw error instanceof TooLong ? refused(tooLongText) : error
    }
  }

  override withColumnReplaced(
    template: string,
    replacement: ColumnReplacement,
    budget: TemplateBudget,
  ): string | Promise<string> {
    const { from } = replacement
    const plain = this.#plain(template)
    if (plain?.columns.includes(from) === false) return template
    const reference = 'to' in replacement ? columnReference(replacement.to) : literalOf(replacement.text)
    if (plain === null) return this.#replacedByLiquid(template, { ...replacement, reference }, budget)
    if (reference === null) throw refused(notReferable(replacement))
    return 'to' in replacement
      ? PlainTemplate.withReference(template, from, reference)
      : PlainTemplate.withText(template, from, replacement.text, reference)
  }

  override async plainTextOf(html: string, organizationId: string): Promise<string> {
    const start = beginningOf(html)
    try {
      const answer = await this.#threads.run(
        { html: start },
        new TemplateBudget(organizationId, maxPlainTextMs),
      )
      if ('text' in answer) return answer.text
    } catch (error) {
      // If the thread was ended or is overloaded, the message gets the words of its HTML without layout as
      // plain text.
      if (!(error instanceof DomainError)) throw error
    }
    return wordsOfHtml(start)
  }

  async #replacedByLiquid(
    template: string,
    replacement: ColumnReplacement & { readonly reference: string | null },
    budget: TemplateBudget,
  ): Promise<string> {
    const answer = await this.#threads.run({ template, rendering: null, replacement }, budget)
    if ('text' in answer) return answer.text
    throw 'fault' in answer ? faultOf(answer.fault) : unexpectedAnswer()
  }

  #plain(template: string): PlainTemplate | null {
    const known = this.#known.get(template)
    if (known !== undefined) return known
    if (tooLongTemplate.isTrueOf(template)) throw refused(tooLongTemplate.words)
    const plain = PlainTemplate.of(template)
    if (this.#weight + template.length > maxCachedLength) {
      this.#known.clear()
      this.#weight = 0
    }
    this.#known.set(template, plain)
    this.#weight += template.length
    return plain
  }

  async #columnsByLiquid(template: string, budget: TemplateBudget): Promise<readonly string[]> {
    const answer = await this.#threads.run({ template, rendering: null }, budget)
    if ('columns' in answer) return answer.columns
    throw 'fault' in answer ? faultOf(answer.fault) : unexpectedAnswer()
  }

  async #renderByLiquid(template: string, rendering: Rendering, budget: TemplateBudget): Promise<string> {
    const answer = await this.#threads.run({ template, rendering }, budget)
    if ('text' in answer) return answer.text
    throw 'fault' in answer ? faultOf(answer.fault) : unexpectedAnswer()
  }
}

function faultOf({ kind, words }: TemplateFault): DomainError {
  if (kind === 'slow') return new TemplateTooSlow()
  return kind === 'missing' ? new MissingCell(words) : refused(words)
}

function refused(message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message })
}

function unexpectedAnswer(): Error {
  return new Error('A thread for templates gave an answer of another kind than the question')
}
