import Joi from 'joi'
import { shippedTemplates } from '../../../../domain/spinner/template/shipped-templates.ts'
import {
  maxTemplateDescriptionLength,
  type SpinnerTemplate,
  type TemplateContent,
  type TemplateEntry,
  templateKinds,
} from '../../../../domain/spinner/template/spinner-template.ts'
import type { DraftFault } from '../../../../use-cases/spinner/steps/faults/draft-fault.ts'
import type { FilledTemplate } from '../../../../use-cases/spinner/template/filled-template.ts'
import { givenName, idOf, momentForm } from '../../forms.ts'
import { documented } from '../../request/documented.ts'
import {
  draftFault,
  exampleSettings,
  exampleSteps,
  shownContent,
  shownSettings,
  shownSteps,
  shownStepsForm,
} from '../spinner-presenter.ts'

export const templateName = givenName.description(
  'The name of the template, 1 to 200 characters in one line. Several templates may have the same name.',
)

export const templateDescription = Joi.string()
  .allow('')
  .max(maxTemplateDescriptionLength)
  .description(
    `The purpose of the template, at most ${maxTemplateDescriptionLength} characters; may be empty.`,
  )

const entryKeys = {
  id: idOf('the template'),
  kind: Joi.valid(...templateKinds)
    .required()
    .description('The content of the template: `spinner` for a whole draft, `email` for one e-mail step.'),
  name: templateName.required(),
  description: templateDescription.required(),
  isShipped: Joi.boolean()
    .required()
    .description('Whether the template comes with the service, so that it cannot be changed or deleted.'),
  columns: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'The names of the columns that the steps and the send window use. When the template is used, columns of the data table replace them.',
    ),
  stepCount: Joi.number()
    .integer()
    .min(1)
    .required()
    .description('The number of steps of the template, including the steps in branches.'),
  createdAt: momentForm
    .allow(null)
    .description(
      'The time when the template was saved, in UTC (ISO 8601); null for a template that comes with the service.',
    ),
  revision: Joi.number()
    .integer()
    .required()
    .description('The revision of the template, which each change increases; also in the header `ETag`.'),
}

export const templateEntrySchema = Joi.object(entryKeys)
  .description('A template in a list, without its steps.')
  .meta({ named: 'SpinnerTemplateEntry' })

/** The content of a template, with the settings of a whole spinner. */
const contentKeys = {
  settings: Joi.object(shownSettings)
    .allow(null)
    .required()
    .description(
      'The settings of the spinner, as `POST /projects/{projectId}/spinners` takes them; null for an e-mail.',
    )
    .meta({ named: 'TemplateSettings', examples: [exampleSettings] }),
  steps: shownStepsForm,
}

export const templateSchema = Joi.object({ ...entryKeys, ...contentKeys })
  .description(
    'A stored draft of a spinner or of one e-mail, from which others are made. It names no data table and no sender, and has no values of headers.',
  )
  .meta({ named: 'SpinnerTemplate' })

const filledColumn = Joi.object({
  name: Joi.string().required().description('The name of the column in the template.'),
  column: Joi.string()
    .allow(null)
    .required()
    .description('The column of the data table that replaces it; null if none does.'),
  text: Joi.string()
    .allow('', null)
    .required()
    .description('The text that replaces it for all recipients; null if none does.'),
  mayBeText: Joi.boolean()
    .required()
    .description(
      'Whether a text may replace the column. False if a condition, a date or the send window reads the column.',
    ),
})
  .description(
    'A column of a template with its replacement. If `column` and `text` are null, the steps keep the name of the column, and `faults` names it.',
  )
  .meta({
    named: 'TemplateColumn',
    examples: [{ name: 'First name', column: 'Vorname', text: null, mayBeText: true }],
  })

export const filledTemplateSchema = Joi.object({
  columns: Joi.array()
    .items(filledColumn)
    .required()
    .description('The columns of the template with their replacements, in the order of their first use.'),
  ...contentKeys,
  faults: Joi.array()
    .items(draftFault)
    .required()
    .description('The faults for which publishing would refuse the steps over the data table; at most 50.'),
})
  .description('The content of a template for one data table, with its columns replaced.')
  .meta({ named: 'TemplatePreview' })

export function presentTemplateEntry(template: TemplateEntry): object {
  return documented(templateEntrySchema, entryOf(template))
}

export function presentTemplate(template: SpinnerTemplate): object {
  return documented(templateSchema, { ...entryOf(template), ...shownTemplateContent(template) })
}

export function presentFilledTemplate(filled: FilledTemplate, faults: readonly DraftFault[]): object {
  return documented(filledTemplateSchema, {
    columns: filled.columns,
    ...shownTemplateContent(filled),
    faults,
  })
}

function entryOf(template: TemplateEntry) {
  return { ...template, isShipped: template.organizationId === null }
}

function shownTemplateContent({ settings, steps }: TemplateContent) {
  if (settings === null) return { settings, steps: shownSteps(steps) }
  const { steps: shown, ...shownSettingsOf } = shownContent({ ...settings, steps })
  return { settings: shownSettingsOf, steps: shown }
}

const [firstShipped] = shippedTemplates('en')

export const exampleEntry = {
  ...(firstShipped === undefined ? {} : presentTemplateEntry(firstShipped)),
}

export const exampleTemplate = {
  ...exampleEntry,
  settings: exampleSettings,
  steps: exampleSteps,
}

export const exampleFilledTemplate = {
  columns: [
    { name: 'E-mail', column: 'email', text: null, mayBeText: true },
    { name: 'First name', column: null, text: 'there', mayBeText: true },
  ],
  settings: exampleSettings,
  steps: exampleSteps,
  faults: [],
}
