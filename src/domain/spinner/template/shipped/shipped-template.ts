import { type Language, languageCodes } from '../../../text/language.ts'
import type { Texts } from '../../../text/texts.ts'
import { defaultExits, defaultReply } from '../../exit.ts'
import type { SendWindow } from '../../send-window.ts'
import { onlyOnCall } from '../../starts.ts'
import { programOf } from '../../steps/program.ts'
import type { WaitStep } from '../../steps/step.ts'
import type { SpinnerTemplate, TemplateContent, TemplateSettings } from '../spinner-template.ts'

interface Description extends TemplateContent {
  /**
   * The number of the template among those that come with the service, from 1 to 99. It never changes, because the id is
   * made of it and of the language.
   */
  readonly number: number
  readonly name: string
  readonly description: string
  readonly columns: readonly string[]
}

/** Returns a template that comes with the service, in the language of its texts. */
export function shippedTemplate({ language }: Texts, { number, ...template }: Description): SpinnerTemplate {
  return {
    ...template,
    id: idOf(number, language),
    organizationId: null,
    kind: template.settings === null ? 'email' : 'spinner',
    stepCount: programOf(template.steps).length,
    revision: 1,
    createdAt: null,
  }
}

/** Returns the id of a template. It is lower than every other id, so that shipped templates are first in lists by id. */
function idOf(number: number, language: Language): string {
  const digits = String(languageCodes.indexOf(language) * 100 + number)
  return `00000000-0000-7000-8000-${digits.padStart(12, '0')}`
}

export const daySeconds = 24 * 60 * 60

export function waitDays(days: number): WaitStep {
  return { type: 'wait', seconds: days * daySeconds }
}

/** The working hours of the organization's time zone. */
const workingHours: SendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} }

/** The settings of a shipped template, with those of every new spinner for absent ones. */
export function settingsWith(changes: Partial<TemplateSettings>): TemplateSettings {
  return {
    audience: 'new',
    exclude: null,
    contact: 'oncePerPerson',
    isExclusive: false,
    exits: defaultExits,
    reply: defaultReply,
    goal: null,
    sendWindow: workingHours,
    pace: null,
    starts: onlyOnCall,
    triggerData: [],
    ...changes,
  }
}
