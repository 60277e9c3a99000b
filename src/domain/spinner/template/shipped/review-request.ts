import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { shippedTemplate } from './shipped-template.ts'

export function reviewRequest(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, theirCompany: company, mail } = shippedMails(texts)
  return shippedTemplate(texts, {
    number: 7,
    name: t('Review request'),
    description: t(
      'One e-mail that asks a customer for an honest opinion, which can be quoted with their consent.',
    ),
    columns: [columns.email, columns.firstName, columns.company],
    settings: null,
    steps: [
      mail(t('Would you recommend us?'), [
        t(
          'you have worked with us for some time now, and I would like to know what it is like for {company}.',
          { company },
        ),
        t('Two questions, which you can answer in one minute by replying:'),
        t(
          '1. From 0 to 10, how likely is it that you would recommend us to a colleague?<br>2. What is the main reason for your number?',
        ),
        t(
          'If I may quote your answer with your name, please add “you may quote me”. Otherwise it stays between us.',
        ),
      ]),
    ],
  })
}
