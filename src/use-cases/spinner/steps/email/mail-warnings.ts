import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import type { EmailStep } from '../../../../domain/spinner/steps/step.ts'
import { mailOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { Templates } from '../../../../ports/spinner/templates.ts'
import type { StepFault } from '../faults/step-fault.ts'

const noLinkInHtml = sentence(
  'The HTML of the e-mail has no unsubscribe link that the reader sees. Laws on commercial e-mail require one, such as CAN-SPAM in the United States and the ePrivacy rules in the European Union. Add the footer of the organization ("addsFooter": true), or a link, as in <a href="{{ unsubscribe_url }}">Unsubscribe</a>',
)
const noLinkInText = sentence(
  'The plain text of the e-mail has no unsubscribe link that the reader sees. Laws on commercial e-mail require one, such as CAN-SPAM in the United States and the ePrivacy rules in the European Union. Add the footer of the organization ("addsFooter": true) or {{ unsubscribe_url }}, or leave the plain text out',
)
const noLinkInTextAlone = sentence(
  'The plain text of the e-mail has no unsubscribe link that the reader sees. Laws on commercial e-mail require one, such as CAN-SPAM in the United States and the ePrivacy rules in the European Union. Add {{ unsubscribe_url }}, or a sentence such as "Reply with unsubscribe to get no more e-mails". You can publish without it',
)

/**
 * Words by which a plain text offers that the reader gets no more e-mails, in the larger languages. A reply to such an
 * offer stops the person.
 */
const optOutWords =
  /unsubscri|opt[- ]?out|remove (?:me|you)|no (?:more|further) e-?mails|stop (?:e-?mail|writing)|abmeld|abbestell|austragen|keine (?:weiteren )?e-?mails|d[ée]sinscri|d[ée]sabonn|darse de baja|de baja|disiscri|cancellar|afmeld|uitschrij|descadastr|wypis|отпис|配信(?:を)?停止|退订|수신 ?거부/iu

/**
 * Returns advice about an e-mail with a plain text alone that offers no way to unsubscribe. People and programs write
 * e-mails of this kind one to one, and a reply stops its author.
 */
export function linkAdvice(
  { html = '', text = '', addsFooter = false }: EmailStep,
  pointer: string,
): readonly StepFault[] {
  const visible = withoutComments(text)
  if (
    html.trim() !== '' ||
    text.trim() === '' ||
    addsFooter ||
    namesLink(visible) ||
    optOutWords.test(withoutTags(visible))
  )
    return []
  return [{ pointer: `${pointer}/text`, code: 'UNSUBSCRIBE_LINK_ADVISED', message: noLinkInTextAlone }]
}

/**
 * Returns warnings about e-mails with HTML: about an HTML or plain text part without a visible unsubscribe link or footer, and
 * about a plain text part with other words than the HTML. A plain text that is made from the HTML needs no check.
 */
export async function mailWarnings(
  templates: Templates,
  { organizationId, steps }: Pick<Spinner, 'organizationId' | 'steps'>,
): Promise<readonly StepFault[]> {
  const warnings: StepFault[] = []
  for (const { step, pointer } of programOf(steps)) {
    const { html, text = '', addsFooter = false } = mailOf(step) ?? {}
    if (html === undefined || html.trim() === '') continue
    const ofHtml = await templates.plainTextOf(withoutComments(html), organizationId)
    if (!addsFooter && !namesLink(ofHtml))
      warnings.push({
        pointer: `${pointer}/html`,
        code: 'UNSUBSCRIBE_LINK_MISSING',
        message: noLinkInHtml,
      })
    if (text.trim() === '') continue
    if (!addsFooter && !namesLink(withoutComments(text)))
      warnings.push({
        pointer: `${pointer}/text`,
        code: 'UNSUBSCRIBE_LINK_MISSING',
        message: noLinkInText,
      })
    if (!haveSameWords(ofHtml, text))
      warnings.push({
        pointer: `${pointer}/text`,
        code: 'TEXT_DIFFERS_FROM_HTML',
        message: sentence(
          'The plain text of the e-mail has other words than its HTML, so readers get different messages. Correct one of them, or leave the plain text out: it is then made from the HTML',
        ),
      })
  }
  return warnings
}

/** Returns a template without the parts that Liquid leaves out of the message. */
function withoutComments(template: string): string {
  return template.replaceAll(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, ' ')
}

/** Returns a template without its tags, whose values are not known. */
function withoutTags(template: string): string {
  return template.replaceAll(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, ' ')
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
  const lines = withoutComments(template)
    .split('\n')
    .filter((line) => !namesLink(line))
  const words = withoutTags(lines.join('\n')).replaceAll(/\b(?:https?:\/\/|mailto:)[^\s\])>]+/gi, ' ')
  return words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
