import {
  Liquid,
  LiquidError,
  Parser,
  type StaticAnalysis,
  type Template,
  Tokenizer,
  TokenKind,
  Value,
  type Variable,
} from 'liquidjs'
import type { DataRecord } from '../../domain/record-cells.ts'
import { sentence } from '../../domain/text/sentence.ts'
import { cutText } from '../../domain/text/storable-text.ts'
import type { ColumnReplacement, TemplateFormat } from '../../ports/spinner/templates.ts'
import { allowedFilters, allowedTags } from './allowed-filters.ts'
import { notReferable } from './column-reference.ts'
import { maxTextLength, tooLongTemplate, tooLongText, tooManyTags, tooManyWords } from './template-limits.ts'

const limits = {
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: true,
  // An output of a missing column is an error. LiquidJS allows the missing column only in a condition (`if`)
  // or with `default`.
  lenientIf: true,
  // The number of characters and list members that the filters and loops of one rendering may process. It
  // equals the characters of the longest cell.
  memoryLimit: 1_000_000,
  // Without this empty map of templates, the tags include and render would read files from the working
  // directory.
  templates: {},
} as const

/** The largest approximate size in bytes of the parsed templates that each thread may keep. */
const maxParsed = 4_000_000
const weightOfTag = 2_000
const weightOfWord = 500

const jsonFilters = ['json', 'jsonify']

const dateFilters = ['date', 'date_to_long_string', 'date_to_rfc822', 'date_to_string', 'date_to_xmlschema']

/**
 * Lets a column that is rendered as JSON be missing, like one with `default`; it renders as null. The body of
 * a webhook is therefore valid JSON whether a cell is empty or not. LiquidJS has no option for this.
 */
const { value: valueOf } = Value.prototype
Value.prototype.value = function (this: Value, context, lenient) {
  return valueOf.call(this, context, lenient === true || jsonFilters.includes(this.filters[0]?.name ?? ''))
}

/** The values with which a template is rendered. */
export interface Rendering {
  readonly cells: DataRecord
  readonly format: TemplateFormat
  /** The time that the date filters write for the texts "now" and "today". */
  readonly now: Date
}

/** The reason why a template cannot be read or rendered. */
export interface TemplateFault {
  readonly kind: 'invalid' | 'missing' | 'slow'
  /** The text of the error for people, or the name of the column if a column is missing. */
  readonly words: string
}

export class TemplateRefused extends Error {
  readonly fault: TemplateFault

  constructor(kind: TemplateFault['kind'], words: string) {
    super(words)
    this.fault = { kind, words }
  }
}

/**
 * `LiquidEngine` runs LiquidJS with all of its limits. LiquidJS does not check the limits within a filter, so
 * the engine must run in a thread that can be ended.
 */
export class LiquidEngine {
  /** The time that the date filters of the current rendering write for "now" and "today". */
  #now = new Date(0)
  readonly #engines = {
    text: offering(new Liquid(limits), () => this.#now),
    html: offering(new Liquid({ ...limits, outputEscape: 'escape' }), () => this.#now),
  }
  readonly #known = { text: new Map<string, Template[]>(), html: new Map<string, Template[]>() }
  #weight = 0

  columnsOf(template: string): readonly string[] {
    return readable(() => {
      const engine = this.#engines.text
      const named = engine.globalVariableSegmentsSync(parse(engine, template).tags).map(columnIn)
      return [...new Set(named)]
    })
  }

  /**
   * Returns the template with a column renamed, or replaced by a text, at each place where the parser finds it. Throws
   * if the result would name other columns than expected.
   */
  withColumnReplaced(template: string, replacement: ColumnReplacement, reference: string | null): string {
    const { from } = replacement
    const to = 'to' in replacement ? replacement.to : null
    return readable(() => {
      const before = this.#variablesOf(template)
      const all = Object.values(before.variables).flat()
      const lines = lineStarts(template)
      const offsetOf = ({ location: { row, col } }: Variable) => (lines[row - 1] ?? 0) + col - 1
      if (all.some((one) => /^\[\s*[^"'\s]/.test(template.slice(offsetOf(one)))))
        throw unclear('selects a column by a value, so the column cannot be replaced in it')
      const places = Object.hasOwn(before.globals, from) ? before.globals[from] : undefined
      if (places === undefined) return template
      if (reference === null) throw new TemplateRefused('invalid', notReferable(replacement))
      const own = [...Object.keys(before.locals), ...Object.keys(before.variables)]
      if (to !== null && own.includes(to) && !Object.hasOwn(before.globals, to))
        throw unclear(`already uses the name "${to}" for a variable`)
      const ends = [from, `["${from}"]`, `['${from}']`]
      let text = template
      const offsets = new Set(places.map(offsetOf))
      for (const at of [...offsets].toSorted((a, b) => b - a)) {
        const written = ends.find((end) => text.startsWith(end, at))
        const isPart = to === null && /^[.[]/.test(text.slice(at + (written?.length ?? 0)))
        if (written === undefined || isPart)
          throw unclear('uses the column in a form that cannot be replaced')
        text = text.slice(0, at) + reference + text.slice(at + written.length)
      }
      const expected = new Set(Object.keys(before.globals).map((name) => (name === from ? to : name)))
      expected.delete(null)
      const found = new Set(Object.keys(this.#variablesOf(text).globals))
      if (found.size !== expected.size || [...found].some((one) => !expected.has(one)))
        throw unclear('would have another result after the replacement')
      return text
    })
  }

  #variablesOf(template: string): StaticAnalysis {
    const engine = this.#engines.text
    return engine.analyzeSync(parse(engine, template).tags, { partials: false })
  }

  render(template: string, { cells, format, now }: Rendering, milliseconds: number): string {
    this.#now = now
    const text = readable(() => {
      const options = { renderLimit: milliseconds }
      return String(
        this.#engines[format].renderSync(this.#parsed(template, format), scopeOf(template, cells), options),
      )
    })
    if (text.length > maxTextLength) throw new TemplateRefused('invalid', tooLongText)
    return text
  }

  /**
   * Returns a parsed template, from a cache if it was parsed before. The recipients of a job render the same
   * few templates, and parsing one of 900 tags takes 13 ms.
   */
  #parsed(template: string, format: TemplateFormat): Template[] {
    const known = this.#known[format].get(template)
    if (known !== undefined) return known
    const { tags: parsed, weight } = parse(this.#engines[format], template)
    if (this.#weight + weight > maxParsed) {
      this.#known.text.clear()
      this.#known.html.clear()
      this.#weight = 0
    }
    this.#known[format].set(template, parsed)
    this.#weight += weight
    return parsed
  }
}

/**
 * Returns the name of the column that a variable of a template refers to. Trigger data has two parts:
 * `trigger.NAME`.
 */
function columnIn([root, field]: readonly unknown[]): string {
  return root === 'trigger' && typeof field === 'string' ? `trigger.${field}` : String(root)
}

/** Returns the cells of a record for Liquid, with the trigger data in the object `trigger`. */
function scopeOf(template: string, cells: DataRecord): object {
  if (!template.includes('trigger')) return cells
  const said = Object.entries(cells).filter(([name]) => name.startsWith('trigger.'))
  if (said.length === 0 && (Object.hasOwn(cells, 'trigger') || !template.includes('trigger.'))) return cells
  return { ...cells, trigger: Object.fromEntries(said.map(([name, cell]) => [name.slice(8), cell])) }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function unclear(why: string): TemplateRefused {
  return new TemplateRefused('invalid', `The template ${why}`)
}

/**
 * Removes all filters and tags from an engine that templates may not use. `nowOf` returns the time of the rendering,
 * which may be another one than the real time: in test mode and in rehearsals.
 */
function offering(engine: Liquid, nowOf: () => Date): Liquid {
  const filters: ReadonlySet<string> = new Set(allowedFilters)
  const tags: ReadonlySet<string> = new Set(allowedTags)
  const nullOf = (value: unknown) => value ?? null
  const timeOf = (value: unknown) => (value === 'now' || value === 'today' ? nowOf() : value)
  for (const name of jsonFilters) changeInput(engine, name, nullOf)
  for (const name of dateFilters) changeInput(engine, name, timeOf)
  for (const name of Object.keys(engine.filters)) if (!filters.has(name)) delete engine.filters[name]
  for (const name of Object.keys(engine.tags)) if (!tags.has(name)) delete engine.tags[name]
  return engine
}

/** Lets a filter of an engine work on the result of `change` instead of on its input. */
function changeInput(engine: Liquid, name: string, change: (value: unknown) => unknown): void {
  const { [name]: filter } = engine.filters
  if (typeof filter !== 'function') return
  engine.registerFilter(
    name,
    function (this: ThisParameterType<typeof filter>, value: unknown, ...others: unknown[]) {
      return filter.call(this, change(value), ...others) as unknown
    },
  )
}

interface Parsed {
  readonly tags: Template[]
  readonly weight: number
}

function parse(engine: Liquid, template: string): Parsed {
  if (tooLongTemplate.isTrueOf(template)) throw new TemplateRefused('invalid', tooLongTemplate.words)
  const tokens = new Tokenizer(template, engine.options.operators).readTopLevelTokens(engine.options)
  let tags = 0
  let words = 0
  for (const token of tokens) {
    if (token.kind !== TokenKind.Tag && token.kind !== TokenKind.Output) continue
    const source = token.getText()
    // A `liquid` tag holds one tag on each of its lines, so each line counts as a tag.
    tags += /^\{%-?\s*liquid\b/.test(source) ? source.split(/[\n\r]/).length : 1
    // Leaves the braces of a tag out, so that they do not count as words.
    words += source.slice(2, -2).match(/\w+|[^\s\w]/g)?.length ?? 0
  }
  if (tooManyTags.isTrueOf(tags)) throw new TemplateRefused('invalid', tooManyTags.words)
  if (tooManyWords.isTrueOf(words)) throw new TemplateRefused('invalid', tooManyWords.words)
  const weight = template.length + tags * weightOfTag + words * weightOfWord
  return { tags: new Parser(engine).parseTokens(tokens), weight }
}

function readable<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof TemplateRefused) throw error
    const message = LiquidError.is(error) || error instanceof Error ? error.message : String(error)
    const column = /^undefined variable: ([^,]+)/.exec(message)?.[1]
    if (column !== undefined) throw new TemplateRefused('missing', column)
    if (message.startsWith('template render limit')) throw new TemplateRefused('slow', message)
    throw new TemplateRefused(
      'invalid',
      sentence('The template cannot be rendered: {fault}', { fault: inWords(message) }),
    )
  }
}

function inWords(message: string): string {
  const filter = /^undefined filter: (\w+)/.exec(message)?.[1]
  if (filter !== undefined) return sentence('there is no filter "{filter}"', { filter })
  const tag = /^tag "([^"]{1,100})" not found/.exec(message)?.[1]
  if (tag !== undefined) return sentence('there is no tag "{tag}"', { tag })
  if (message.startsWith('memory alloc limit')) return sentence('its filters and loops process too much data')
  return cutText(message.split('\n')[0] ?? '', 200)
}
