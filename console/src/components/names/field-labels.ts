import { translated } from '../../languages/catalogue.ts'
import { t } from '../../languages/text.ts'

/** The labels that a form shows for its fields. */
export interface FieldLabels {
  /** Labels on the screen, by the names that the fields have in the API. */
  readonly labels: Readonly<Record<string, string>>
  /**
   * Labels of API fields with named entries: an entry "X-Source" of `headers` is called "Header X-Source".
   */
  readonly entryLabels?: Readonly<Record<string, string>>
  /** Returns the label of a nested API field; undefined for a field that the form does not know. */
  labelOf?(field: string): string | undefined
}

/** Labels of API fields whose label is not their name in words. */
const specialLabels: Readonly<Record<string, string>> = {
  address: t('Address'),
  code: t('Code'),
  columns: t('Columns'),
  currentPassword: t('Current password'),
  domain: t('Domain'),
  domains: t('Domains'),
  email: t('E-mail'),
  html: 'HTML',
  id: t('Id'),
  imap: t('Mailbox for replies'),
  language: t('Language'),
  name: t('Name'),
  networks: t('Networks'),
  newPassword: t('New password'),
  organizationName: t('Organization name'),
  password: t('Password'),
  role: t('Role'),
  scopes: t('Scopes'),
  smtp: t('Mail server'),
  subject: t('Subject'),
  text: t('Text'),
  timeZone: t('Time zone'),
  url: 'URL',
}
/** The fields of steps that the API names in quotes at the beginning of a message: `"html": …`, `"to" must …`. */
const templateFields = /(?<=^|[:;] )"(to|subject|text|html|url|body|headers(?:\/[^"]*)?)"(?=\u00a0?:? )/g

const forms: FieldLabels[] = []

/**
 * Adds the labels of a form to the labels that `inWords` knows. A form adds its own when it is loaded: if
 * this file imported the forms, the first page would load all of them. If two forms label a field of the same
 * name differently, `inWords` takes the label of the first.
 */
export function nameFields(form: FieldLabels): void {
  forms.push(form)
}

export function labelOfField(field: string, form: FieldLabels): string {
  return labelIn(form, field) ?? field
}

function labelIn(form: FieldLabels, field: string): string | undefined {
  const { labels, entryLabels } = form
  const deeper = form.labelOf?.(field)
  if (deeper !== undefined) return deeper
  const [name = '', ...entry] = field.split('/')
  if (entry.length === 0) return labels[name]
  return entryLabels?.[name] === undefined ? undefined : `${entryLabels[name]} ${entry.join('/')}`
}

/**
 * Translates a message of the API, and replaces the JSON pointers in it, such as `/steps/0/subject`, by the labels on
 * the screen.
 */
export function inWords(text: string): string {
  return withTemplateFields(translated(text)).replaceAll(
    /\/steps\/(\d+)((?:\/(?:branches\/\d+\/steps|else)\/\d+)*)(?:\/([^\s;,"]*[^\s;,":.]))?/g,
    (_pointer, index: string, within: string, pointed?: string) => {
      const step = t('step {index}{pathWithin}', { index: Number(index) + 1, pathWithin: pathWithin(within) })
      if (pointed === undefined) return step
      const field = pointed.replaceAll('~1', '/').replaceAll('~0', '~')
      const labels = forms.map((form) => labelIn(form, field))
      return `${step}, ${labels.find((label) => label !== undefined) ?? field}`
    },
  )
}

function withTemplateFields(text: string): string {
  return text.replaceAll(templateFields, (_field, field: string) => {
    const [name = '', entry] = field.split('/')
    return entry === undefined ? labelOfName(name) : t('Header {entry}', { entry })
  })
}

/**
 * Returns the label of the field to which a JSON pointer of an API error points: "Organization name" for
 * `/organizationName`, "E-mail" for `#query/email`, and "Domains › 2" for `/domains/1`.
 */
export function labelOfPointer(pointer: string): string {
  if (pointer.startsWith('/steps/')) return inWords(pointer)
  const [, ...segments] = pointer.split('/')
  return segments
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^\d+$/.test(segment) ? String(Number(segment) + 1) : labelOfName(segment)))
    .join(' › ')
}

/** Returns the label of an API field; a text that is no name of a field, such as a column, as it is. */
function labelOfName(name: string): string {
  const special = specialLabels[name]
  if (special !== undefined) return special
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name)) return name
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Returns a JSON pointer within a step in words: " › branch 1 › 2" for `/branches/0/steps/1`. */
function pathWithin(pointer: string): string {
  return pointer.replaceAll(
    /\/(?:branches\/(\d+)\/steps|else)\/(\d+)/g,
    (_part, branch: string | undefined, step: string) =>
      ` › ${branch === undefined ? t('else') : t('branch {branch}', { branch: Number(branch) + 1 })} › ${Number(step) + 1}`,
  )
}
