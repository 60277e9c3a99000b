import Joi from 'joi'
import { mostSteps, type Step } from '../../../domain/spinner/step.ts'
import type { Field, Rule, TextField } from '../../../domain/spinner/step-field.ts'
import type { StepType } from '../../../use-cases/spinner/steps/step-type.ts'
import { stepTypes } from '../../../use-cases/spinner/steps/step-types.ts'
import { uuid } from '../forms.ts'

/** The forms of steps and of their messages, made of what each type of step says of its fields. */
const types: readonly (readonly [type: string, StepType])[] = Object.entries(stepTypes)
const forms = types.map(([type, stepType]) => [type, formOfStep(type, stepType)] as const)

export const stepTypeForm = Joi.valid(...types.map(([type]) => type))

/** Held to the form of the type that it names, so that a fault is said of that form and not of all. */
const step = Joi.alternatives().conditional('.type', {
  switch: forms.map(([type, form]) => ({ is: type, then: form })),
  otherwise: Joi.object({ type: stepTypeForm.required() }).unknown(),
})

export const stepsForm = Joi.array()
  .items(step)
  .min(1)
  .max(mostSteps)
  .meta({ items: Joi.alternatives(...forms.map(([, form]) => form)).meta({ named: 'Step' }) })
  .description('What happens to each recipient, in order.')

/** What is shown of the messages of the types that send some. */
const previews = new Map(
  types.flatMap(([type, { message }]) =>
    message === null
      ? []
      : [[type, Joi.object(formsOf(message)).meta({ named: `${capitalized(type)}Preview` })] as const],
  ),
)

export const emailPreview = previews.get('email') ?? Joi.object()

export const messagePreview = Joi.alternatives(...previews.values(), Joi.valid(null))

const fieldsOf = new Map(types.map(([type, { fields }]) => [type, Object.keys(fields)]))

/** The database keeps fields in an order of its own. During an upgrade it may hold a type that only newer processes know. */
export function inOrder(one: Step): object {
  const values = new Map<string, unknown>(Object.entries(one))
  const names = ['type', ...(fieldsOf.get(one.type) ?? [])].filter((name) => values.has(name))
  return Object.fromEntries(names.map((name) => [name, values.get(name)]))
}

function formOfStep(type: string, { says, fields, needsOneOf, rule }: StepType): Joi.ObjectSchema {
  const form = Joi.object({ type: Joi.valid(type).required(), ...formsOf(fields) })
  const whole = needsOneOf === undefined ? form : form.or(...needsOneOf)
  const ruled = rule === undefined ? whole : whole.custom(held(rule))
  return ruled.description(says).meta({ named: `${capitalized(type)}Step` })
}

function formsOf(fields: Readonly<Record<string, Field>>): Record<string, Joi.Schema> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const form = field.says === undefined ? formOf(field) : formOf(field).description(field.says)
    return [name, field.optional ? form : form.required()] as const
  })
  return Object.fromEntries(entries)
}

function formOf(field: Field): Joi.Schema {
  switch (field.kind) {
    case 'text':
    case 'template':
      return formOfText(field)
    case 'column':
      return Joi.string().max(200)
    case 'choice':
      return Joi.valid(...field.choices)
    case 'wholeNumber':
      return Joi.number().integer().min(field.least).max(field.most)
    case 'value':
      return Joi.alternatives(Joi.string().max(field.longest), Joi.number(), Joi.boolean())
    case 'flag':
      return Joi.boolean()
    case 'ids':
      return Joi.array().items(uuid).max(field.most).unique()
    case 'entries': {
      const form = Joi.object().pattern(field.names ?? Joi.string(), formOfText(field.values))
      return field.most === undefined ? form : form.max(field.most)
    }
  }
}

function formOfText({ longest, mayBeEmpty, mayBeNull, rule }: TextField): Joi.Schema {
  const text = longest === undefined ? Joi.string() : Joi.string().max(longest)
  const ruled = rule === undefined ? text : text.custom(held(rule))
  return ruled.allow(...(mayBeEmpty ? [''] : []), ...(mayBeNull ? [null] : []))
}

/** A rule that a type of step has of its own. Its words go along to the answer of a request that breaks it. */
function held<Value>(rule: Rule<Value>): Joi.CustomValidator<Value> {
  return (value, helpers) =>
    rule.holds(value) ? value : helpers.message({ custom: rule.message }, { ownRule: rule })
}

function capitalized(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1)
}
