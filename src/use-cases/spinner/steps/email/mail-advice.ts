import type { MailFooter } from '../../../../domain/mail-footer.ts'
import { gmailCutsAt } from '../../../../domain/spinner/mail-check.ts'
import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import type { EmailStep } from '../../../../domain/spinner/steps/step.ts'
import { mailOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { OrganizationStore } from '../../../../ports/account/organizations.ts'
import type { StepFault } from '../faults/step-fault.ts'
import { linkAdvice } from './mail-warnings.ts'

/** The largest number of bytes that preheader, footer and the spaces of the preheader add to the HTML. */
const partsBytes = 6_000

/**
 * Returns advice about e-mails, which prevents no publishing: about a missing postal address, a plain text that offers
 * no way to unsubscribe, HTML that Gmail cuts, images without alternative text, and HTML without words.
 */
export async function mailAdvice(
  organizations: Pick<OrganizationStore, 'find'>,
  { organizationId, steps }: Pick<Spinner, 'organizationId' | 'steps'>,
): Promise<readonly StepFault[]> {
  const mails = programOf(steps).flatMap(({ step, pointer }) => {
    const mail = mailOf(step)
    return mail === null ? [] : [{ mail, pointer }]
  })
  const addsFooter = mails.some(({ mail }) => mail.addsFooter === true)
  const footer = addsFooter ? await organizations.find(organizationId) : null
  return mails.flatMap(({ mail, pointer }) => [
    ...linkAdvice(mail, pointer),
    ...addressAdvice(mail, pointer, footer),
    ...sizeAdvice(mail, pointer),
    ...imageAdvice(mail, pointer),
  ])
}

function addressAdvice(
  { addsFooter = false }: EmailStep,
  pointer: string,
  footer: MailFooter | null,
): readonly StepFault[] {
  if (!addsFooter || footer === null || footer.postalAddress !== null) return []
  const message = sentence(
    'The footer of the organization has no postal address, which laws on commercial e-mail require, such as CAN-SPAM in the United States. An admin adds it under Settings',
  )
  return [{ pointer: `${pointer}/addsFooter`, code: 'POSTAL_ADDRESS_ADVISED', message }]
}

function sizeAdvice({ html = '', preheader = '' }: EmailStep, pointer: string): readonly StepFault[] {
  const bytes = new TextEncoder().encode(html + preheader).length + partsBytes
  if (bytes <= gmailCutsAt) return []
  const message = sentence(
    'The HTML of the e-mail has about {size} kB. Gmail cuts messages at 102 kB and hides the rest, often with the unsubscribe link. Shorten it',
    { size: Math.ceil(bytes / 1024) },
  )
  return [{ pointer: `${pointer}/html`, code: 'SIZE_TOO_LARGE', message }]
}

function imageAdvice({ html = '' }: EmailStep, pointer: string): readonly StepFault[] {
  const images = html.match(/<img\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi) ?? []
  const mute = images.filter((image) => !/\salt\s*=/i.test(image)).length
  const words = html
    .replaceAll(/<(style|script)\b[^]*?<\/\1\s*>|<!--[^]*?-->|<[^>]*>/gi, ' ')
    .replaceAll(/&nbsp;/gi, ' ')
    .trim()
  const silent =
    images.length > 0 && words === '' && !images.some((image) => /\salt\s*=\s*["']?[^"'\s>]/i.test(image))
  return [
    ...(mute === 0
      ? []
      : [
          {
            pointer: `${pointer}/html`,
            code: 'IMAGE_TEXT_MISSING',
            message:
              mute === 1
                ? sentence(
                    'One image has no alternative text (alt), which is read aloud and shown while images are blocked. Describe each image, or mark it as decoration with an empty text',
                  )
                : sentence(
                    '{count} images have no alternative text (alt), which is read aloud and shown while images are blocked. Describe each image, or mark it as decoration with an empty text',
                    { count: mute },
                  ),
          },
        ]),
    ...(silent
      ? [
          {
            pointer: `${pointer}/html`,
            code: 'TEXT_PART_EMPTY',
            message: sentence(
              'The e-mail has images and no words, so its plain text is empty, and filters take it for spam. Add a text',
            ),
          },
        ]
      : []),
  ]
}
