import { defaultExits, defaultReply } from '../../exit.ts'
import type { SendWindow } from '../../send-window.ts'
import { onlyOnCall } from '../../starts.ts'
import { programOf } from '../../steps/program.ts'
import type { EmailStep, WaitStep } from '../../steps/step.ts'
import type { SpinnerTemplate, TemplateContent, TemplateSettings } from '../spinner-template.ts'

interface Description extends TemplateContent {
  /** The number of the template among those that come with the service. It never changes, because the id is made of it. */
  readonly number: number
  readonly name: string
  readonly description: string
  readonly columns: readonly string[]
}

/** Returns a template that comes with the service. */
export function shippedTemplate({ number, ...template }: Description): SpinnerTemplate {
  return {
    ...template,
    // The id is lower than every other id, so that shipped templates are first in lists by id.
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    organizationId: null,
    kind: template.settings === null ? 'email' : 'spinner',
    stepCount: programOf(template.steps).length,
    revision: 1,
    createdAt: null,
  }
}

/** The columns that shipped templates use. Columns of a table with the same meaning replace them. */
export const emailColumn = 'E-mail'
export const firstNameColumn = 'First name'
export const companyColumn = 'Company'

/** The first line of a shipped e-mail. */
const greeting = `Hi {{ ["${firstNameColumn}"] | default: "there" }},`

/** The name of the reader's company within a sentence. */
export const theirCompany = `{{ ["${companyColumn}"] | default: "your company" }}`

/** Returns an e-mail step of paragraphs in HTML, with the footer of the organization. Its plain text is made from the HTML. */
export function mail(
  subject: string,
  paragraphs: readonly string[],
  others: Pick<EmailStep, 'thread'> = {},
): EmailStep {
  const html = [greeting, ...paragraphs].map((paragraph) => `<p>${paragraph}</p>`)
  return {
    type: 'email',
    to: `{{ ["${emailColumn}"] }}`,
    subject,
    html: html.join('\n'),
    addsFooter: true,
    ...others,
  }
}

/** Returns an e-mail step that answers in the conversation of the e-mail before it. */
export function followUp(subject: string, paragraphs: readonly string[]): EmailStep {
  return mail(subject, paragraphs, { thread: true })
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
