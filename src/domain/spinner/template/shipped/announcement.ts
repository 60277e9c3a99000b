import { emailColumn, firstNameColumn, mail, shippedTemplate } from './shipped-template.ts'

export const announcement = shippedTemplate({
  number: 6,
  name: 'Newsletter or announcement',
  description: 'One e-mail with a headline, three short pieces of news and a question at the end.',
  columns: [emailColumn, firstNameColumn],
  settings: null,
  steps: [
    mail('Three things that are new this month', [
      'here is what has changed since last month, in two minutes.',
      '<strong>1. The most important news first.</strong> Say in one sentence what people can do now that they could not do before, and for whom it matters.',
      '<strong>2. A smaller improvement.</strong> Name the problem that it solves in the words in which customers reported it.',
      '<strong>3. A date for the calendar.</strong> An event, a deadline or a change of terms, with the day and what to do until then.',
      'Which of the three is useful to you? Reply with the number. It decides what we work on next.',
    ]),
  ],
})
