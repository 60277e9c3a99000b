import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { settingsWith, shippedTemplate, waitDays } from './shipped-template.ts'

export function winBack(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, theirCompany: company, mail, followUp } = shippedMails(texts)
  const opening = [
    t('it has been a while since we last talked about {company}.', { company }),
    t(
      'A lot has changed since then, and some of it because customers like you showed us what was in their way.',
    ),
    t(
      'What would have to be true for you to give it another look? A line is enough, and I will tell you honestly if we can do it.',
    ),
  ]
  return shippedTemplate(texts, {
    number: 4,
    name: t('Win-back'),
    description: t(
      'Writes to customers who have gone quiet: two subjects in comparison, a follow-up after a week and a last e-mail two weeks later.',
    ),
    columns: [columns.email, columns.firstName, columns.company],
    settings: settingsWith({ isExclusive: true }),
    steps: [
      {
        type: 'split',
        branches: [
          { name: t('Question'), percent: 50, steps: [mail(t('Is this still a topic for you?'), opening)] },
          { name: t('News'), percent: 50, steps: [mail(t('What has changed since you left'), opening)] },
        ],
      },
      waitDays(7),
      followUp(t('Is this still a topic for you?'), [
        t('I know that e-mails like mine are easily lost, so I am asking once more.'),
        t(
          'If a colleague looks after this now, could you tell me who? If the topic is closed, a short “no” is just as welcome.',
        ),
      ]),
      waitDays(14),
      mail(t('Shall I stop writing?'), [
        t('You have not answered, so I assume that the time is not right. This is my last e-mail about it.'),
        t('If that changes, reply to this e-mail at any time. It reaches me directly.'),
      ]),
    ],
  })
}
