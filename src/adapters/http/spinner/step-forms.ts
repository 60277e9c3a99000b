import Joi from 'joi'
import { countOfSteps } from '../../../domain/spinner/steps/program.ts'
import { deepestStep, maxSteps, type Step } from '../../../domain/spinner/steps/step.ts'
import type { Field, Rule } from '../../../domain/spinner/steps/step-field.ts'
import { templateOfJson } from '../../../domain/spinner/steps/template-of-json.ts'
import type { StepType } from '../../../use-cases/spinner/steps/step-type.ts'
import { stepTypes } from '../../../use-cases/spinner/steps/step-types.ts'
import { uuid } from '../forms.ts'
import { draftWhereForm } from './where-form.ts'

/**
 * The step types, from which the forms of steps and of messages are built. The forms check that a draft
 * consists of steps within bounds. Publishing checks whether the draft is complete.
 */
const types: readonly (readonly [type: string, StepType])[] = Object.entries(stepTypes)

export const stepTypeForm = Joi.valid(...types.map(([type]) => type)).description(
  'The type of the step. The schema of each type, such as `EmailStep`, explains it.',
)

/**
 * The form of steps in the OpenAPI document. A step may contain steps, so the document refers to the named
 * schema.
 */
const documented = Joi.any().meta({ refersTo: 'Step' })

/**
 * The largest length in characters of a text in a draft. Published texts must be shorter, but a text that is
 * too long can still be saved.
 */
const maxDraftTextLength = 200_000
const textForm = Joi.string().allow('').max(maxDraftTextLength)

/** The form of a text that a client may also send as JSON. It is documented as a text, which responses always have. */
const jsonTextForm = Joi.any()
  .custom((value: unknown, helpers) => {
    const isJson = typeof value === 'object' && value !== null
    const text = isJson ? templateOfJson(value) : value
    if (typeof text !== 'string') return helpers.error('string.base', { type: 'string' })
    return text.length > maxDraftTextLength
      ? helpers.error('string.max', { limit: maxDraftTextLength })
      : text
  })
  .meta({ type: 'string', maxLength: maxDraftTextLength })

const tooDeep: Rule<unknown> = {
  code: 'TOO_DEEP',
  message: `must not be nested in more than ${deepestStep} steps with branches`,
  holds: () => false,
}

const tooMany: Rule<readonly Step[]> = {
  code: 'TOO_MANY',
  message: `must have at most ${maxSteps} steps, including steps in branches`,
  holds: (steps) => countOfSteps(steps) <= maxSteps,
}

type FormOfType = readonly [type: string, form: Joi.Schema]

/**
 * The forms of all step types at each depth, made once. Steps of several types contain steps, so forms that were
 * made again for each of them took a tenth of the time in which the service starts.
 */
const formsAtDepths: (readonly FormOfType[])[] = []

export const stepsForm = Joi.array()
  .items(stepForm(0))
  .min(1)
  .max(maxSteps)
  .custom(held(tooMany))
  .meta({
    items: Joi.alternatives(...formsAt(0).map(([, form]) => form))
      .description('A step of a spinner. Its field `type` decides which other fields it has.')
      .meta({ named: 'Step' }),
  })
  .description(
    `The steps of each recipient, in order. At most ${maxSteps} steps, including the steps in branches.`,
  )

function formsAt(depth: number): readonly FormOfType[] {
  formsAtDepths[depth] ??= types.map(([type, stepType]) => {
    const isTooDeep = depth >= deepestStep && Object.values(stepType.fields).some(holdsSteps)
    return [type, isTooDeep ? Joi.any().custom(held(tooDeep)) : formOfStep(type, stepType, depth)] as const
  })
  return formsAtDepths[depth]
}

/** Checks a step against the form of the type that it names, so that errors are about that form only. */
function stepForm(depth: number): Joi.Schema {
  return Joi.alternatives().conditional('.type', {
    switch: formsAt(depth).map(([type, form]) => ({ is: type, then: form })),
    otherwise: Joi.object({ type: stepTypeForm.required() }).unknown(),
  })
}

function holdsSteps(field: Field): boolean {
  return field.kind === 'steps' || (field.kind === 'list' && Object.values(field.fields).some(holdsSteps))
}

/** The forms of message previews, by the step types that send messages. */
const previews = new Map(
  types.flatMap(([type, { message, messageExample }]) => {
    if (message === null) return []
    const named = { named: `${capitalized(type)}Preview`, examples: [messageExample] }
    const words = `The message that a step of type \`${type}\` sends, as an e-mail or an HTTP request, rendered for one record.`
    return [[type, Joi.object(formsOf(message, 0)).description(words).meta(named)] as const]
  }),
)

export const emailPreview = previews.get('email') ?? Joi.object()

export const messagePreview = Joi.alternatives(...previews.values(), Joi.valid(null))

const fieldsOf = new Map<string, Fields>(types.map(([type, { fields }]) => [type, fields]))

type Fields = Readonly<Record<string, Field>>

/**
 * Returns a step with its fields in a fixed order, because the database stores them in another one. During an
 * upgrade the database may hold a type that only newer processes know.
 */
export function withOrderedFields(step: Step): object {
  return { type: step.type, ...ordered(step, fieldsOf.get(step.type) ?? {}) }
}

function ordered(one: object, fields: Fields): object {
  const values = new Map<string, unknown>(Object.entries(one))
  const names = Object.keys(fields).filter((name) => values.has(name))
  return Object.fromEntries(names.map((name) => [name, orderedField(fields[name], values.get(name))]))
}

function orderedField(field: Field | undefined, value: unknown): unknown {
  switch (field?.kind) {
    case 'steps':
      return (value as readonly Step[]).map(withOrderedFields)
    case 'list':
      return (value as readonly object[]).map((one) => ordered(one, field.fields))
    case 'group':
      return ordered(value as object, field.fields)
    default:
      return value
  }
}

function formOfStep(type: string, { says, fields, example }: StepType, depth: number): Joi.Schema {
  const typeForm = Joi.valid(type).required().description(`The type of the step, always \`${type}\`.`)
  return Joi.object({ type: typeForm, ...formsOf(fields, depth) })
    .description(says)
    .meta({ named: `${capitalized(type)}Step`, examples: [{ type, ...example }] })
}

function formsOf(fields: Fields, depth: number): Record<string, Joi.Schema> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const words = [field.says, limitsOf(field)].filter((part) => part !== undefined).join(' ')
    const form = words === '' ? formOf(field, depth) : formOf(field, depth).description(words)
    return [name, field.optional ? form : form.required()] as const
  })
  return Object.fromEntries(entries)
}

/** Returns the limits of a step's field in words for the OpenAPI document, as publishing checks them. */
function limitsOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'text':
    case 'template': {
      const { kind, longest } = field
      if (longest === undefined) return undefined
      const subject = kind === 'template' ? 'The template has at' : 'At'
      return `${subject} most ${longest.toLocaleString('en')} characters.`
    }
    case 'wholeNumber':
      return `A whole number from ${field.least.toLocaleString('en')} to ${field.most.toLocaleString('en')}.`
    case 'ids':
      return `At most ${field.most} ids, each once.`
    case 'list':
      return `At least ${field.least} and at most ${field.most} entries.`
    default:
      return undefined
  }
}

function formOf(field: Field, depth: number): Joi.Schema {
  switch (field.kind) {
    case 'text':
    case 'template': {
      const form = field.acceptsJson === undefined ? textForm : jsonTextForm
      return field.mayBeNull ? form.allow(null) : form
    }
    case 'column':
      return Joi.string().allow('').max(200)
    case 'choice':
      return Joi.valid(...field.choices)
    case 'wholeNumber':
      return Joi.number().integer()
    case 'value':
      return Joi.alternatives(Joi.string().allow('').max(field.longest), Joi.number(), Joi.boolean())
    case 'flag':
      return Joi.boolean()
    case 'ids':
      return Joi.array().items(uuid).max(field.most).unique()
    case 'where':
      return draftWhereForm
    case 'steps':
      return Joi.array()
        .items(stepForm(depth + 1))
        .max(maxSteps)
        .meta({ items: documented })
    case 'list': {
      const item = Joi.object(formsOf(field.fields, depth))
        .description(field.saysOfEntry)
        .meta({
          named: field.of,
          examples: [field.example],
        })
      return Joi.array().items(item).max(field.most)
    }
    case 'group':
      return Joi.object(formsOf(field.fields, depth))
    case 'entries': {
      const form = Joi.object().pattern(/^[\s\S]{0,200}$/, textForm)
      return field.most === undefined ? form : form.max(field.most)
    }
  }
}

/**
 * Returns a validator for a rule of a step type. A request that breaks the rule gets its code and message.
 */
function held<Value>(rule: Rule<Value>): Joi.CustomValidator<Value> {
  return (value, helpers) =>
    rule.holds(value) ? value : helpers.message({ custom: rule.message }, { ownRule: rule })
}

function capitalized(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1)
}
