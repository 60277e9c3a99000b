import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import { mailOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import type { Templates } from '../../../../ports/spinner/templates.ts'
import type { StepFault } from '../faults/step-fault.ts'

const missingLink = (part: string, how: string) =>
  `The ${part} of the e-mail has no unsubscribe link that the reader sees. Laws on commercial e-mail require one, such as CAN-SPAM in the United States and the ePrivacy rules in the European Union. ${how}`

/**
 * Returns warnings about e-mails with HTML: about an HTML or plain text part without a visible unsubscribe link, and
 * about a plain text part with other words than the HTML. A plain text that is made from the HTML needs no check.
 */
export async function mailWarnings(
  templates: Templates,
  { organizationId, steps }: Pick<Spinner, 'organizationId' | 'steps'>,
): Promise<readonly StepFault[]> {
  const warnings: StepFault[] = []
  for (const { step, pointer } of programOf(steps)) {
    const { html, text = '' } = mailOf(step) ?? {}
    if (html === undefined || html.trim() === '') continue
    const ofHtml = await templates.plainTextOf(withoutComments(html), organizationId)
    if (!namesLink(ofHtml))
      warnings.push({
        pointer: `${pointer}/html`,
        code: 'UNSUBSCRIBE_LINK_MISSING',
        message: missingLink('HTML', 'Add one, as in <a href="{{ unsubscribe_url }}">Unsubscribe</a>'),
      })
    if (text.trim() === '') continue
    if (!namesLink(withoutComments(text)))
      warnings.push({
        pointer: `${pointer}/text`,
        code: 'UNSUBSCRIBE_LINK_MISSING',
        message: missingLink('plain text', 'Add {{ unsubscribe_url }}, or leave the plain text out'),
      })
    if (!haveSameWords(ofHtml, text))
      warnings.push({
        pointer: `${pointer}/text`,
        code: 'TEXT_DIFFERS_FROM_HTML',
        message:
          'The plain text of the e-mail has other words than its HTML, so readers get different messages. Correct one of them, or leave the plain text out: it is then made from the HTML',
      })
  }
  return warnings
}

/** Returns a template without the parts that Liquid leaves out of the message. */
function withoutComments(template: string): string {
  return template.replaceAll(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, ' ')
}

function namesLink(template: string): boolean {
  return /\{[{%][^{}]*\bunsubscribe_url\b/.test(template)
}

/**
 * Returns whether two parts of an e-mail consist of the same words in the same order. Leaves out tags of templates,
 * addresses of links, letter case and punctuation, and the sentence about unsubscribing, which is a link in HTML and an
 * address in plain text.
 */
function haveSameWords(html: string, text: string): boolean {
  return wordsOf(html).join(' ') === wordsOf(text).join(' ')
}

function wordsOf(template: string): readonly string[] {
  const said = withoutComments(template)
    .split('\n')
    .filter((line) => !namesLink(line))
    .join('\n')
    .replaceAll(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, ' ')
    .replaceAll(/\b(?:https?:\/\/|mailto:)[^\s\])>]+/gi, ' ')
  return said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
