import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import {
  MissingCell,
  type TemplateFormat,
  type Templates,
  TemplateTooSlow,
} from '../../../ports/spinner/templates.ts'

interface FilledIn {
  readonly field: string
  readonly template: string
  readonly format?: TemplateFormat
}

/**
 * Renders the templates of a step for one record, one after the other. An error names the field of the faulty
 * template. `now` is the time of the recipient, which a rehearsal simulates.
 */
export function renderFields(
  templates: Templates,
  cells: DataRecord,
  budget: TemplateBudget,
  fields: readonly FilledIn[],
  now: Date,
): readonly string[] | Promise<readonly string[]> {
  return mapInOrder(fields, ({ field, template, format = 'text' }) => {
    try {
      const text = templates.render(template, cells, format, budget, now)
      return text instanceof Promise
        ? text.catch((error: unknown) => Promise.reject(placed(field, error)))
        : text
    } catch (error) {
      throw placed(field, error)
    }
  })
}

function placed(field: string, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const message = sentence('"{field}": {words}', { field, words: error.message })
  if (error instanceof TemplateTooSlow) return new TemplateTooSlow(message)
  if (error instanceof MissingCell) return new MissingCell(error.column, field)
  return new DomainError(error.code, { ...error.details, message })
}

/**
 * Passes a value to `work`: at once if it is no promise, otherwise when the promise resolves. Avoids a
 * promise where possible, because it costs as much time as rendering most templates.
 */
export function thenOrNow<Value, Result>(
  value: Value | Promise<Value>,
  work: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/**
 * Applies `work` to each item in order, one after the other, because the items share one time limit. Returns
 * a promise only if a result is one.
 */
function mapInOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | Promise<Result>,
): readonly Result[] | Promise<readonly Result[]> {
  const done: Result[] = []
  for (const item of items) {
    const result = work(item)
    if (result instanceof Promise) return theRest(items, work, done, result)
    done.push(result)
  }
  return done
}

async function theRest<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result | Promise<Result>,
  done: Result[],
  under: Promise<Result>,
): Promise<readonly Result[]> {
  done.push(await under)
  for (const item of items.slice(done.length)) done.push(await work(item))
  return done
}
