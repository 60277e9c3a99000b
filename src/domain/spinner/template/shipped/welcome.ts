import type { Texts } from '../../../text/texts.ts'
import type { SpinnerTemplate } from '../spinner-template.ts'
import { shippedMails } from './shipped-mails.ts'
import { settingsWith, shippedTemplate, waitDays } from './shipped-template.ts'

export function welcome(texts: Texts): SpinnerTemplate {
  const { t } = texts
  const { columns, mail, followUp } = shippedMails(texts)
  return shippedTemplate(texts, {
    number: 1,
    name: t('Welcome series'),
    description: t(
      'Greets new contacts as they arrive, asks what they need after three days, and shares a tip a week later. Stops at the first answer.',
    ),
    columns: [columns.email, columns.firstName],
    settings: settingsWith({ starts: { on: 'records', withinSeconds: 60 } }),
    steps: [
      mail(t('Welcome, and one question'), [
        t('thank you for signing up. It is good to have you with us.'),
        t(
          'Over the next days you will get two short e-mails from me with what helps most people at the start. Nothing else, and you can stop them at any time.',
        ),
        t(
          'One question, so that I send you the right things: <strong>what made you look for us today?</strong> Just reply to this e-mail. I read every answer.',
        ),
      ]),
      waitDays(3),
      followUp(t('How is it going so far?'), [
        t(
          'you have had a few days to look around. Most people have one of three questions at this point: how to bring in their data, how to invite colleagues, and what it will cost.',
        ),
        t(
          'If one of these is yours, or something else is in your way, reply with a line or two. You will get an answer from a person, usually on the same day.',
        ),
      ]),
      waitDays(7),
      mail(t('A tip that saves most people an hour a week'), [
        t(
          'the people who get the most out of the first month do one thing differently: they begin with a single, small task that annoys them every week, and leave the rest for later.',
        ),
        t('Pick yours, and tell me which one it is. I will reply with the shortest way to get it done.'),
      ]),
    ],
  })
}
